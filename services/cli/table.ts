/** How a column of a table is set. */
export type Align = "left" | "right";

/** Lines of a table with aligned columns, two spaces between them. Cells may be of any length; the last column is not padded. */
export function alignTable(header: string[], rows: string[][], align: Align[] = []): string {
  const lines = [header, ...rows].map((cells) => cells.map(oneLine));
  const widths = header.map((_, column) =>
    lines.reduce((widest, line) => Math.max(widest, [...(line[column] ?? "")].length), 0),
  );
  return lines
    .map((line) =>
      line
        .map((cell, column) => pad(cell, widths[column] ?? 0, align[column]))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** A number with thousands separators. */
export const grouped = (value: number | bigint): string => value.toLocaleString("en-US");

/** "1 document", "2 documents". */
export const counted = (count: number, noun: string): string => `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;

/** Text on one line and without control characters: what comes from a document must not move the reader's cursor. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();

/** Text broken at spaces into lines of at most `width` characters: the first behind `first`, the others behind `indent`. */
export function wrap(text: string, width: number, indent = "", first = indent): string {
  const lines: string[] = [];
  let line = "";
  for (const word of oneLine(text).split(" ")) {
    if (line && line.length + 1 + word.length > width - indent.length) {
      lines.push(indent + line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, indent + line].join("\n").replace(indent, first);
}

function pad(cell: string, width: number, align: Align = "left"): string {
  const missing = " ".repeat(Math.max(0, width - [...cell].length));
  return align === "right" ? missing + cell : cell + missing;
}
