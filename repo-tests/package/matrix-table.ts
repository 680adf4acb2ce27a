/** What the package is tried with, and how docs/speed.md shows it. */

export interface Row {
  readonly node: string;
  readonly msw: string;
  readonly prism: string;
  readonly playwright: string;
  readonly typescript: string;
  /** Whether the tests of what uses Prism run as well. */
  readonly tests: boolean;
}

/** The oldest versions that the package allows, those between, and the newest. */
export const ROWS: readonly Row[] = [
  { node: "20.19.0", msw: "2.15.0", prism: "5.14.2", playwright: "1.42.1", typescript: "5.7.3", tests: false },
  { node: "22.12.0", msw: "3.0.5", prism: "5.14.2", playwright: "1.65.1", typescript: "5.9.3", tests: true },
  { node: "24.21.0", msw: "3.0.5", prism: "5.16.0", playwright: "1.65.1", typescript: "7.0.2", tests: true },
];

export interface Tried {
  readonly row: Row;
  /** By the name of what was tried: why it failed, undefined when it did not. */
  readonly outcomes: ReadonlyMap<string, string | undefined>;
}

export function tableOf(tried: readonly Tried[]): string {
  const names = [...new Set(tried.flatMap(({ outcomes }) => [...outcomes.keys()]))];
  const heads = ["Node", "msw", "Prism", "Playwright", "TypeScript", ...names];
  const lines = tried.map(({ row: { node, msw, prism, playwright, typescript }, outcomes }) => {
    const marks = names.map((name) => (!outcomes.has(name) ? "" : outcomes.get(name) === undefined ? "✓" : "✗"));
    return [node, msw, prism, playwright, typescript, ...marks];
  });
  const rule = heads.map((_, at) => (at < 5 ? "---" : ":-:"));
  return [heads, rule, ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
