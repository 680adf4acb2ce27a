/** `verify --accept`: what happens to the file of known violations. */

import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { checkWritable, readKnown } from "../targets/file/known-file.ts";
import { SAMPLES } from "../testing/sample-reports.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { acceptViolations } from "./accept-violations.ts";
import type { Report } from "./schema.ts";

const FILE = "orders-kit.known.yaml";
const ACCEPTANCE = { reason: 'ORD-1: "quoted"', until: "2999-12-31" };
const report: Report = SAMPLES.violates;

const accept = (folder: string, target = "staging") =>
  acceptViolations(report, { file: FILE, folder, target }, ACCEPTANCE, []);

test("the file is sorted, has the entries of other targets, and is read as it was written", async () => {
  const folder = temporaryFolder();
  const before = "web:\n  - { clause: list-ok, reason: ours }\n";
  writeFileSync(join(folder, FILE), before);
  const { known, added } = await accept(folder);
  expect(added).toBe(known.length);
  expect(new Set(known.map(({ clause }) => clause))).toEqual(new Set(report.new));
  const read = await readKnown(FILE, folder);
  expect(Object.keys(read)).toEqual(["staging", "web"]);
  expect(read.web).toEqual([{ clause: "list-ok", reason: "ours" }]);
  const sorted = read.staging!.map(({ clause, at }) => `${clause} ${at}`);
  expect(sorted).toEqual(sorted.toSorted());

  const text = readFileSync(join(folder, FILE), "utf8");
  expect(await accept(folder)).toMatchObject({ added: 0, removed: 0 });
  expect(readFileSync(join(folder, FILE), "utf8")).toBe(text);
});

test("what has expired gets a new day, what is held again goes, and the rest stays", async () => {
  const folder = temporaryFolder();
  const [first] = report.new;
  const expired = { clause: first!, reason: "old", until: "2020-01-01" };
  const fixed = { clause: "list-ok", at: "listOrders 403", reason: "a firewall" } as const;
  const other = { clause: "cancel-once", unproven: true, reason: "a limiter" } as const;
  writeFileSync(join(folder, FILE), JSON.stringify({ staging: [expired, fixed, other] }));
  const settled: Report = {
    ...report,
    new: [],
    known: [
      { ...expired, verdict: "violated", expired: true },
      { ...fixed, verdict: "held" },
    ],
  };
  const place = { file: FILE, folder, target: "staging" };
  const { removed, known } = await acceptViolations(settled, place, ACCEPTANCE, []);
  expect(removed).toBe(1);
  expect(known).toEqual([{ clause: first, ...ACCEPTANCE }, other]);
});

test("an entry for a place in a body stays as narrow as it is", async () => {
  const folder = temporaryFolder();
  const place = { operation: "listOrders", status: 200, pointer: "/*/quantity" } as const;
  const narrow = {
    clause: "order-quantity",
    at: "listOrders 200",
    pointer: place.pointer,
  } as const;
  const old = { ...narrow, reason: "old", until: "2020-01-01" };
  writeFileSync(join(folder, FILE), JSON.stringify({ staging: [old] }));
  const clause = report.clauses.find(({ id }) => id === "order-quantity")!;
  const places = [{ ...place, failed: 1, of: 1, at: report.startedAt }];
  const violating: Report = {
    ...report,
    clauses: [{ ...clause, verdict: "violated", places }],
    new: ["order-quantity"],
    known: [{ ...old, verdict: "violated", expired: true }],
  };
  const target = { file: FILE, folder, target: "staging" };
  const { known } = await acceptViolations(violating, target, ACCEPTANCE, []);
  expect(known).toEqual([{ ...narrow, ...ACCEPTANCE }]);
});

test("the file keeps its mode and its hard links, and a link is followed", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "shared"));
  const file = join(folder, "shared/known.yaml");
  writeFileSync(file, "# ours\n");
  chmodSync(file, 0o600);
  linkSync(file, join(folder, "twin.yaml"));
  symlinkSync("shared/known.yaml", join(folder, FILE));
  await accept(folder);
  expect(statSync(file)).toMatchObject({ nlink: 2 });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(folder, "twin.yaml"), "utf8")).toContain("staging:");
  expect(readdirSync(folder).toSorted()).toEqual([FILE, "shared", "twin.yaml"]);
});

test("of runs at the same time none loses or doubles an entry", async () => {
  const folder = temporaryFolder();
  const targets = ["a", "b", "a", "c", "b", "a"];
  await Promise.all(targets.map((target) => accept(folder, target)));
  const known = await readKnown(FILE, folder);
  expect(Object.keys(known)).toEqual(["a", "b", "c"]);
  expect(known.a).toEqual(known.c);
  expect(known.b).toEqual(known.c);
  expect(existsSync(join(folder, `${FILE}.lock`))).toBe(false);
});

test("a file that cannot be written is an error before the run, and a mistake in it overwrites nothing", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "a-file"), "");
  await expect(checkWritable({ file: `a-file/${FILE}`, folder })).rejects.toThrow(
    /^--accept cannot write a-file.*a part of the path is a file, ENOTDIR/,
  );
  const before = "staging:\n  - { clause: list-okay, reason: x }\n";
  writeFileSync(join(folder, FILE), before);
  await expect(accept(folder)).rejects.toThrow("Did you mean list-ok?");
  expect(readFileSync(join(folder, FILE), "utf8")).toBe(before);
});
