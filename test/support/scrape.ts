/** One line of Prometheus' text format. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** What a process tells at its METRICS_PORT. */
export async function scrape(address: string | undefined): Promise<Sample[]> {
  const answer = await fetch(`http://${address}/metrics`);
  if (answer.status !== 200) throw new Error(`/metrics answered ${answer.status}`);
  return (await answer.text()).split("\n").flatMap((line) => sampleOf(line) ?? []);
}

function sampleOf(line: string): Sample | undefined {
  const [, name = "", labels = "", value = ""] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  if (name === "") return undefined;
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = "", text = ""]) => [label, text]);
  return { name, labels: Object.fromEntries(pairs), value: Number(value) };
}

/** The sum of the samples of a name whose labels are at least these. */
export const sumOf = (samples: Sample[], name: string, labels: Record<string, string> = {}): number =>
  samples
    .filter((one) => one.name === name && Object.entries(labels).every(([label, text]) => one.labels[label] === text))
    .reduce((sum, { value }) => sum + value, 0);
