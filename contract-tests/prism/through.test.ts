import { expect, test } from "playwright/test";
import { CHECKS } from "../checks/index.ts";
import { runCheck } from "../context.ts";
import type { Exchange, Send } from "../exchange.ts";
import { openTarget } from "../targets.ts";
import { type Answerable, ARTEFACTS } from "./artefacts.ts";
import { cancelling, listing, withoutKey } from "./probe.ts";
import { throughPrism } from "./through.ts";

test("the gate's calls to the mock, judged by Prism as well: no difference that the table does not explain", async () => {
  test.setTimeout(120_000);
  const mock = await openTarget({
    target: "mock",
    pending: [],
    shipped: [],
    readOnly: false,
    allowProductionWrites: false,
    env: {},
    cwd: process.cwd(),
  });
  const through = await throughPrism(mock.send);
  const setting = { ...mock.rules, baseUrl: mock.baseUrl, seed: 1, keepTraffic: false, alone: true };
  for (const check of CHECKS) {
    const { findings } = await runCheck(check, through.send, setting);
    expect(findings.filter(({ kind }) => kind === "violated")).toEqual([]);
  }
  const opinion = await through.close();
  await mock.close();
  expect(opinion.gone).toBeUndefined();
  expect(opinion.judged).toBeGreaterThan(100);
  expect(opinion.differences.filter(({ artefact }) => artefact === undefined)).toEqual([]);
});

/** Sends nothing: each call gets the response that was made up for it. */
function replaying(exchanges: readonly Answerable[]): Send {
  const left = [...exchanges];
  return async () => {
    const next = left.shift() as Answerable;
    const url = `http://orders.example/v1${next.call.path}`;
    const exchange: Exchange = { ...next, url, credentialEchoed: false, startedAt: 0, durationMs: 0 };
    return exchange;
  };
}

async function opinionOn(...exchanges: Answerable[]) {
  const through = await throughPrism(replaying(exchanges));
  for (const { call } of exchanges) await through.send(call);
  return through.close();
}

test("both see the same faults; what one of them alone sees is explained", async () => {
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
  const { judged, differences } = await opinionOn(...faults);
  expect(judged).toBe(faults.length);
  expect(differences.filter(({ artefact }) => artefact === undefined)).toEqual([]);
  expect(differences.map(({ artefact }) => artefact)).toContain("key-unknown");
});

test("what Prism alone objects to, and no entry explains, is told", async () => {
  // As if we had overlooked it: a sound list whose entry in the table is gone.
  const entry = ARTEFACTS.find(({ id }) => id === "int64-as-double");
  const filters = entry?.filters;
  Object.assign(entry as object, { filters: undefined });
  try {
    const { differences } = await opinionOn(listing(200, '[{"id":9007199254740993},{"id":9007199254740995}]'));
    expect(differences).toEqual([
      {
        clause: "order-id",
        ours: "We find the clause held.",
        prism: "Error at response.body.0.id: Response body property 0.id must be <= 9007199254740991",
        request: "GET /store/orders",
        times: 2,
      },
    ]);
  } finally {
    Object.assign(entry as object, { filters });
  }
});
