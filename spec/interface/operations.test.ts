import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "playwright/test";
import { parse } from "yaml";
import { CLAUSES } from "../clauses/index.ts";
import { OPERATIONS, type Operation } from "./operations.ts";

const document = parse(
  readFileSync(fileURLToPath(import.meta.resolve("orders-kit/openapi.yaml")), "utf8"),
);
const operations: readonly Operation[] = Object.values(OPERATIONS);

test("the operations and their statuses are those of the OpenAPI document", () => {
  type Described = { operationId: string; deprecated?: true; responses: object };
  const described = Object.entries<Record<string, Described>>(document.paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, deprecated, responses }]) => ({
        ...{ id: operationId, method: method.toUpperCase(), path, deprecated },
        statuses: Object.keys(responses).filter((status) => status !== "default"),
      })),
  );
  expect(described).toEqual(
    operations.map(({ id, method, path, deprecated, situations }) => {
      const statuses = Object.values(situations).flatMap((situation) => situation.statuses ?? []);
      return {
        id,
        method,
        path,
        deprecated,
        statuses: [...new Set([...statuses, 401])].sort().map(String),
      };
    }),
  );
  expect(document.info.version).toBe("1.0.0");
  expect(document.security).toEqual([{ bearer: [] }]);
  expect(document.paths["/store/orders/{orderId}"].delete.responses["409"].content).toBeUndefined();
});

test("the clause of an answer is about its operation and status", () => {
  for (const { id: operation, situations, unauthorized } of operations) {
    const refused = { statuses: [401], clause: unauthorized.clause };
    for (const { statuses, clause } of [...Object.values(situations), refused]) {
      if (clause === undefined) continue;
      const [status] = statuses?.length === 1 ? statuses : [];
      const expected = { operation, ...(status !== undefined && { status }) };
      expect(CLAUSES.find(({ id }) => id === clause)).toMatchObject(expected);
    }
  }
});
