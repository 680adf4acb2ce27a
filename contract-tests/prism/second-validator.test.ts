import { expect, test } from "playwright/test";
import type { Exchange, Send } from "../client/exchange.ts";
import { openTarget } from "../targets/open-target.ts";
import { judgeClient, violationsAndAdvice } from "../testing/judge-client.ts";
import type { CompleteExchange } from "./answer.ts";
import { EXPLANATIONS } from "./explanations.ts";
import { addSecondValidator } from "./second-validator.ts";
import { cancelling, listing, withoutKey } from "./testing/exchanges.ts";

test("Prism validates the calls of a run to the mock: every difference is explained", async () => {
  test.setTimeout(120_000);
  const mock = await openTarget({ target: "mock" });
  const validator = await addSecondValidator(mock.send);
  const judged = await judgeClient(validator.send, { ...mock.rules, baseUrl: mock.baseUrl });
  expect(violationsAndAdvice(judged)).toEqual([]);
  const validation = await validator.close();
  await mock.close();
  expect(validation.ended).toBeUndefined();
  expect(validation.validated).toBeGreaterThan(100);
  expect(validation.differences.filter(({ explanation }) => explanation === undefined)).toEqual([]);
});

/** Sends nothing: each call gets the next exchange. */
function replaying(exchanges: readonly CompleteExchange[]): Send {
  const left = [...exchanges];
  return async () => {
    const next = left.shift() as CompleteExchange;
    const url = `http://orders.example/v1${next.call.path}`;
    const exchange: Exchange = { ...next, url, credentialEchoed: false, sentAt: 0, receivedAt: 0 };
    return exchange;
  };
}

async function validate(...exchanges: CompleteExchange[]) {
  const validator = await addSecondValidator(replaying(exchanges));
  for (const { call } of exchanges) await validator.send(call);
  return validator.close();
}

test("both report the same violations; what only one of them reports is explained", async () => {
  const latin1 = Buffer.from('[{"note":"caf\xe9"}]', "latin1");
  const faults = [
    listing(200, '{"orders":[]}'),
    listing(200, '[{"id":"1","petId":1.5,"quantity":"2","shipDate":"soon","complete":1},[]]'),
    listing(200, '[{"id":9223372036854775808}]'),
    listing(200, '[{"id":1},{"id":1}]'),
    listing(200, '[{"id":1e3}]'),
    listing(200, '[{"shipDate":"2026-01-02T03:04:05+24:00"}]'),
    listing(200, JSON.stringify([...Array.from({ length: 99 }, () => ({ id: "x" })), { petId: "y" }])),
    listing(200, '[{"id":1,"id":2}]'),
    listing(200, "[{"),
    listing(200, ""),
    listing(200, "[]", { type: "text/html" }),
    listing(200, "[]", { type: "application/hal+json" }),
    listing(200, "[]", { type: "nonsense" }),
    listing(200, latin1),
    listing(500, "{}"),
    listing(501, "{}"),
    listing(403, "{}"),
    listing(201, "[]"),
    withoutKey(listing(200, "[]")),
    withoutKey(listing(401, "")),
    withoutKey(listing(401, "", { type: undefined })),
    withoutKey(listing(401, "{}")),
    withoutKey(listing(401, "no", { type: "text/plain" })),
    withoutKey(listing(403, "{}")),
    withoutKey(cancelling("17", 404)),
    cancelling("17", 200, "{}"),
    cancelling("17", 404, '{"code":"a","message":"b","status":400}'),
    cancelling("17", 404, '{"code":1,"message":null}'),
    cancelling("17", 404, "null"),
    cancelling("17", 404, "gone", { type: "text/plain" }),
    cancelling("17", 500, "{}"),
    cancelling("abc", 200, "{}"),
  ];
  const { validated, differences } = await validate(...faults);
  expect(validated).toBe(faults.length);
  expect(differences.filter(({ explanation }) => explanation === undefined)).toEqual([]);
  expect(differences.map(({ explanation }) => explanation)).toContain("key-unknown");
});

test("a violation that only Prism reports, without an explanation, is a difference", async () => {
  // A sound list, without the entry of the table that explains what Prism reports of it.
  const entry = EXPLANATIONS.find(({ id }) => id === "int64-as-double");
  const ignoresViolation = entry?.ignoresViolation;
  Object.assign(entry as object, { ignoresViolation: undefined });
  try {
    const { differences } = await validate(listing(200, '[{"id":9007199254740993},{"id":9007199254740995}]'));
    expect(differences).toEqual([
      {
        clause: "order-id",
        ours: "orders-kit finds the clause held.",
        prism: "Error at response.body.0.id: Response body property 0.id must be <= 9007199254740991",
        request: "GET /store/orders",
        times: 2,
      },
    ]);
  } finally {
    Object.assign(entry as object, { ignoresViolation });
  }
});
