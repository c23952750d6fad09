import { basename, resolve } from "node:path";
import type { Measured } from "./evaluate.ts";

/** What was measured of one benchmark: by the name of each ablation, or of all evidence alone. */
export type ByAblation = Record<string, Measured>;

/** What each folder is called: by its own name, and where several have the same by its path. */
export function namesOf(folders: string[]): Map<string, string> {
  const own = folders.map((folder) => basename(resolve(folder)));
  return new Map(
    folders.map((folder, at) => {
      const name = own[at] ?? folder;
      return [folder, own.indexOf(name) === own.lastIndexOf(name) ? name : folder];
    }),
  );
}

const figure = (value: number) => value.toFixed(3).replace(/^0/, "");
const rates = (one: { "success@1": number; "success@10": number; "success@100": number }) =>
  [one["success@1"], one["success@10"], one["success@100"]].map(figure).join(" / ");

/** A Markdown table: a row for each ablation, a column for each benchmark and for each part of one. */
export function figuresTable(benchmarks: Record<string, ByAblation>): string {
  const columns = Object.entries(benchmarks).flatMap(([name, measured]) => columnsOf(name, measured));
  const ablations = [...new Set(Object.values(benchmarks).flatMap((measured) => Object.keys(measured)))];
  const rows = [
    ["", ...columns.map(({ head }) => head)],
    ["---", ...columns.map(() => "---")],
    ...ablations.map((ablation) => [ablation, ...columns.map(({ cell }) => cell(ablation))]),
  ];
  return rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

interface Column {
  head: string;
  cell: (ablation: string) => string;
}

function columnsOf(name: string, measured: ByAblation): Column[] {
  const [first] = Object.values(measured);
  if (first && "ndcg@10" in first) {
    const cell = (ablation: string) => {
      const one = measured[ablation];
      return one && "ndcg@10" in one ? figure(one["ndcg@10"]) : "";
    };
    return [{ head: `${name} nDCG@10`, cell }];
  }
  const success = (ablation: string) => {
    const one = measured[ablation];
    return one && "success@1" in one ? one : undefined;
  };
  const whole: Column = {
    head: `${name} success@1 / @10 / @100`,
    cell: (ablation) => {
      const one = success(ablation);
      return one ? rates(one) : "";
    },
  };
  const parts = first && "parts" in first ? Object.entries(first.parts ?? {}) : [];
  return [
    whole,
    ...parts.map(([tag, { queries }]) => ({
      head: `${name} ${tag} (${queries})`,
      cell: (ablation: string) => {
        const part = success(ablation)?.parts?.[tag];
        return part ? rates(part) : "";
      },
    })),
  ];
}
