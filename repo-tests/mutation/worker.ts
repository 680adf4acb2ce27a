/**
 * A process that runs tests on mutated code, which find this file under the name `playwright/test`. Arguments: the active mutant, 0 for
 * none, and its seconds. Its jobs are in jobs.txt. It ends with 1 when one of them finds the mutant.
 */
import { mkdtempSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as playwright from "playwright/test";
import { ROOT } from "../manifest.ts";

/** A job that has ended, or a source that was loaded, with the ids of the mutants that make a difference in it: a line of output. */
export interface Ended {
  readonly job: string;
  readonly ms: number;
  readonly failure?: string;
  readonly touched: readonly number[];
}

const [active = 0, seconds = 0] = process.argv.slice(2).map(Number);
const touched = new Set<number>();
Object.assign(globalThis, {
  mutants: {
    isActive(id: number): boolean {
      touched.add(id);
      return active === id;
    },
    replaced(id: number, original: unknown, mutated: boolean): unknown {
      if (Boolean(original) !== mutated) touched.add(id);
      return active === id ? mutated : original;
    },
  },
});

type Run = () => unknown;
type Values = Readonly<Record<string, unknown>>;
type Body = (values: Values, info: object) => unknown;
type Fixture = (values: Values, use: (value: unknown) => unknown, info: object) => unknown;

const collected: [title: string, run: Run][] = [];
const info = {
  outputPath: (name: string) => join(mkdtempSync(join(tmpdir(), "orders-kit-mutation-")), name),
};
const collect = (title: string, body: Body): void =>
  void collected.push([title, () => body({}, info)]);
const extend = (fixtures: Readonly<Record<string, Fixture>>) => (title: string, body: Body) => {
  const withFixture = (inner: Body, [name, setup]: [string, Fixture]): Body => {
    return (values) => setup(values, (value) => inner({ ...values, [name]: value }, info), info);
  };
  collect(title, Object.entries(fixtures).reduceRight(withFixture, body));
};

/** @public Imported by the tests, as that of Playwright. */
export const test = Object.assign(collect, { extend, slow() {} });
// From the root: here the name leads to this file.
export const { expect } = createRequire(join(ROOT, "package.json"))(
  "playwright/test",
) as typeof playwright;

/** The jobs of a file with tests, or of the mock: the cases of its adapters, and the gate. */
async function load(source: string): Promise<Map<string, Run>> {
  if (source === "mock") {
    const { verify } = await import("../../contract-tests/verify.ts");
    const { ADAPTER_CASES } = await import("../../mock/testing/adapter-cases.ts");
    const { openHttp } = await import("../../mock/testing/adapter-clients.ts");
    const { runCase } = await import("../../mock/testing/adapter-suite.ts");
    for (const one of ADAPTER_CASES)
      if (!one.except?.http) test(one.name, () => runCase(one, openHttp));
    test("the gate", async () => {
      const { clauses, broken, advice } = await verify({ target: "mock" });
      const open = clauses.filter(({ verdict }) => verdict !== "held");
      expect({ broken, advice, open }).toEqual({ broken: [], advice: [], open: [] });
    });
  } else await import(new URL(`../../${source.replace(/\.ts$/, ".js")}`, import.meta.url).href);
  return new Map(collected.splice(0).map(([title, run]) => [`${source} › ${title}`, run]));
}

/** Each line is a job, or a source: then it stands for all its jobs. */
async function work(lines: readonly string[]): Promise<void> {
  const end = performance.now() + seconds * 1000;
  const print = (one: Omit<Ended, "touched">): void => {
    console.log(JSON.stringify({ ...one, touched: [...touched] }));
    touched.clear();
  };
  const loaded = new Map<string, Map<string, Run>>();
  for (const line of lines) {
    const [source = ""] = line.split(" › ");
    const jobs = loaded.get(source) ?? (await load(source));
    if (!loaded.has(source)) print({ job: source, ms: 0 });
    loaded.set(source, jobs);
    for (const job of line === source ? jobs.keys() : [line]) {
      const began = performance.now();
      const failure = await Promise.resolve()
        .then(jobs.get(job))
        .then(() => undefined, String);
      print({ job, ms: performance.now() - began, ...(failure !== undefined && { failure }) });
      if (active !== 0 && failure !== undefined) process.exit(1);
      if (performance.now() > end) process.exit();
    }
  }
  process.exit();
}

// Not awaited: the tests that it loads import this file.
void work(readFileSync(join(ROOT, ".build/mutants/jobs.txt"), "utf8").split("\n").filter(Boolean));
