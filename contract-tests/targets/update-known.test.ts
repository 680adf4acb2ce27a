/** `--known-update` adds lines to the file of a user, and changes no other. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import type { KnownEntry } from "../report/known.ts";
import type { Report } from "../report/report.ts";
import { SAMPLES } from "../testing/sample-reports.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { parseTargets } from "./targets-file.ts";
import { updateKnown } from "./update-known.ts";

const ACCEPTANCE = { reason: 'ORD-1: "soon"', expires: "2027-03-31" };
const REPORT: Report = { ...SAMPLES.violates, new: ["error-status"] };
const ENTRY = String.raw`{ clause: error-status, at: cancelOrder 404, reason: "ORD-1: \"soon\"", expires: 2027-03-31 }`;

async function updated(text: string | Buffer, report = REPORT) {
  const file = join(temporaryFolder(), "orders-kit.yaml");
  await writeFile(file, text);
  const count = await updateKnown(report, {
    file,
    folder: ".",
    name: "staging",
    acceptance: ACCEPTANCE,
  });
  return { count, text: await readFile(file, "utf8") };
}

const HEAD = `# our targets
targets:
  staging:
    url: "https://staging.example/v1" # behind the VPN
`;
const OTHER = `
  # read-only
  production: { url: https://orders.example/v1 }
`;

for (const [title, before, after] of [
  ["without known", `${HEAD}${OTHER}`, `${HEAD}    known:\n      - ${ENTRY}\n${OTHER}`],
  [
    "after a block of text",
    `${HEAD}    setup: |\n      a\n      b\n${OTHER}`,
    `${HEAD}    setup: |\n      a\n      b\n    known:\n      - ${ENTRY}\n${OTHER}`,
  ],
  [
    "after other entries and their comments",
    `${HEAD}    known:\n    - clause: list-ok # 1\n      reason: x # 2\n    strict: true\n${OTHER}`,
    `${HEAD}    known:\n    - clause: list-ok # 1\n      reason: x # 2\n    - ${ENTRY}\n    strict: true\n${OTHER}`,
  ],
  [
    "to a target in braces",
    "targets: { staging: { url: https://staging.example/v1 } }\n",
    `targets: { staging: { url: https://staging.example/v1 , known: [${ENTRY}] } }\n`,
  ],
  ["in an empty list", `${HEAD}    known: []\n`, `${HEAD}    known: [${ENTRY}]\n`],
  ["without a line feed at the end", HEAD.trimEnd(), `${HEAD}    known:\n      - ${ENTRY}`],
  [
    "with line ends of Windows",
    `${HEAD}${OTHER}`.replaceAll("\n", "\r\n"),
    `${HEAD}    known:\n      - ${ENTRY}\n${OTHER}`.replaceAll("\n", "\r\n"),
  ],
] as const)
  test(`an entry is added ${title}`, async () => {
    expect(await updated(before)).toEqual({ count: 1, text: after });
    const targets = parseTargets(after, {}, "orders-kit.yaml");
    expect(targets.get("staging")?.known?.at(-1)).toEqual({
      clause: "error-status",
      at: "cancelOrder 404",
      ...ACCEPTANCE,
    });
  });

test("each place of a new violation gets an entry, but one that an entry names already", async () => {
  const [clause] = REPORT.clauses.filter(({ id }) => id === "error-status");
  const [place] = clause?.places ?? [];
  const places = [place!, { ...place!, operation: "listOrders", status: 401 } as const];
  const clauses = [{ ...clause!, places }];
  const two = await updated(HEAD, { ...REPORT, clauses });
  expect(two.count).toBe(2);
  expect(two.text).toContain("at: listOrders 401");
  const known: KnownEntry[] = [{ clause: "error-status", at: "cancelOrder", reason: "x" }];
  expect((await updated(HEAD, { ...REPORT, clauses, known })).count).toBe(1);
});

test("an entry that has expired gets the new day and the new reason in its place", async () => {
  const entry = {
    clause: "error-status",
    at: "cancelOrder 404",
    reason: "old",
    expires: "2026-01-31",
  };
  const text = `${HEAD}    known:\n      - { clause: error-status, at: cancelOrder 404, reason: old, expires: 2026-01-31 } # keep\n`;
  const known = [{ ...entry, expired: true }] as unknown as Report["known"];
  expect(await updated(text, { ...REPORT, known })).toEqual({
    count: 1,
    text: `${HEAD}    known:\n      - ${ENTRY} # keep\n`,
  });
});

for (const [title, text] of [
  [
    "an alias of a list",
    `targets:\n  other:\n    url: https://host/v1\n    known: &k [{ clause: list-ok, reason: x }]\n  staging:\n    url: https://host/v1\n    known: *k\n`,
  ],
  [
    "entries that a merge key brings",
    `targets:\n  other: &o\n    url: https://host/v1\n    known: [{ clause: list-ok, reason: x }]\n  staging:\n    <<: *o\n`,
  ],
  ["a comma at the end of a list", `${HEAD}    known: [{ clause: list-ok, reason: x }, ]\n`],
  ["UTF-16", Buffer.from(`\ufeff${HEAD}`, "utf16le")],
] as const)
  test(`${title}: nothing is written, and the error has the entry to paste`, async () => {
    const file = join(temporaryFolder(), "orders-kit.yaml");
    await writeFile(file, text);
    await expect(
      updateKnown(REPORT, { file, folder: ".", name: "staging", acceptance: ACCEPTANCE }),
    ).rejects.toMatchObject({ code: "known-not-written", message: expect.stringContaining(ENTRY) });
    expect(await readFile(file)).toEqual(Buffer.from(text));
  });

test("an entry that has expired and that a merge key brings is not renewed without a word", async () => {
  const entry = {
    clause: "error-status",
    at: "cancelOrder 404",
    reason: "x",
    expires: "2026-01-31",
  };
  const text = `targets:\n  other: &o\n    url: https://host/v1\n    known: [{ clause: error-status, at: cancelOrder 404, reason: x, expires: 2026-01-31 }]\n  staging:\n    <<: *o\n`;
  const known = [{ ...entry, expired: true }] as unknown as Report["known"];
  await expect(updated(text, { ...REPORT, known })).rejects.toMatchObject({
    code: "known-not-written",
  });
});
