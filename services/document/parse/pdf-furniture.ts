import type { Role } from "./parsed-document.ts";
import { type PdfLine, wordsOf } from "./pdf-lines.ts";

const NUMBER = /^(?:page\s+)?(?:[-–—|]\s*)?\d{1,4}(?:\s*[-–—|])?(?:\s*(?:of|\/)\s*\d{1,4})?$/i;

/**
 * Which lines are running headers and footers: the first and last ones of a page that come again on others, whatever
 * their numbers, and numbers that stand alone there.
 */
export function findFurniture(pages: readonly (readonly PdfLine[])[]): Map<PdfLine, Role> {
  const groups = new Map<string, { line: PdfLine; isTop: boolean }[]>();
  const roles = new Map<PdfLine, Role>();
  for (const lines of pages) {
    const sorted = [...lines].sort((a, b) => a.y - b.y);
    for (const [i, line] of sorted.entries()) {
      const isTop = i < 3;
      if (!isTop && i < sorted.length - 4) continue;
      const words = wordsOf(line);
      if (words.length > 160) continue;
      const isEdge = i === 0 || i === 1 || i >= sorted.length - 2;
      if (NUMBER.test(words) && isEdge) roles.set(line, "pageNumber");
      const key = `${isTop ? "t" : "b"}${words.replace(/\d+/g, "#").toLowerCase()}`;
      const group = groups.get(key) ?? [];
      group.push({ line, isTop });
      groups.set(key, group);
    }
  }
  const needed = Math.max(2, Math.min(4, Math.ceil(pages.length * 0.25)));
  for (const group of groups.values()) {
    const on = new Set(group.map(({ line }) => line.page)).size;
    if (on < needed || on < 2) continue;
    for (const { line, isTop } of group) if (!roles.has(line)) roles.set(line, isTop ? "pageHeader" : "pageFooter");
  }
  return roles;
}
