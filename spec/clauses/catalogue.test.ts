import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "playwright/test";
import { parse } from "yaml";
import { AREAS, CLAUSES, INVISIBLE_STATEMENTS, OPEN_QUESTIONS, SECTIONS } from "./index.ts";

const document = parse(
  readFileSync(fileURLToPath(import.meta.resolve("orders-kit/openapi.yaml")), "utf8"),
);
const entries = [...CLAUSES, ...OPEN_QUESTIONS];

test("ids are lower-case words, and unique", () => {
  for (const { id } of entries) expect(id).toMatch(/^[a-z]+(-[a-z0-9]+)*$/);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
});

test("every section of the contract has an entry, and every area a clause", () => {
  const covered = new Set<string>(
    [...entries, ...INVISIBLE_STATEMENTS].map(({ section }) => section),
  );
  expect([...covered].sort()).toEqual([...SECTIONS].sort());
  expect(new Set(CLAUSES.map(({ area }) => area))).toEqual(new Set(AREAS));
});

test("the status of a clause is documented, and every documented status has a clause", () => {
  const stated = new Set(CLAUSES.map(({ operation, status }) => `${operation} ${status}`));
  const operations = Object.values<Record<string, { operationId: string; responses: object }>>(
    document.paths,
  ).flatMap((methods) => Object.values(methods));
  const documented = operations.flatMap(({ operationId, responses }) =>
    Object.keys(responses)
      .filter((status) => status !== "default")
      .map((status) => `${operationId} ${status}`),
  );
  for (const cell of documented) expect(stated, cell).toContain(cell);
  for (const { operation, status } of CLAUSES)
    if (operation !== undefined && status !== undefined)
      expect(documented).toContain(`${operation} ${status}`);
});
