/**
 * Whatever the control API is sent, the mock still answers afterwards. Bodies are drawn from the
 * schemas that read them, and most are then broken in one place. The seed is fixed;
 * ORDERS_KIT_FUZZ_SEED sets another, and ORDERS_KIT_FUZZ_REQUESTS the number of requests.
 */
import fc from "fast-check";
import { expect, test } from "playwright/test";
import { faultsSchema } from "../../scenarios/event-schemas.ts";
import { jsonSchemaOf } from "../../scenarios/generate/json-schema.ts";
import { orderSchema } from "../../scenarios/order-schema.ts";
import { scenarioSchema } from "../../scenarios/scenario-schema.ts";
import { type Json, parseJson, stringifyJson } from "../../spec/json/json.ts";
import { runs } from "../../spec/testing/runs.ts";
import { createWorld } from "../msw/handlers.ts";
import { worldDocument } from "../service/world-document.ts";
import { broken, valuesOf } from "../testing/arbitrary.ts";
import { withMock } from "../testing/with-mock.ts";

// Another attempt would hide a counterexample.
test.describe.configure({ retries: 0 });

const SEED = Number(process.env.ORDERS_KIT_FUZZ_SEED ?? 1);
const REQUESTS = Number(process.env.ORDERS_KIT_FUZZ_REQUESTS ?? runs(500));
const AT_ONCE = 20;
const KEY = { authorization: "Bearer demo-key" };

const ids = fc.constantFrom("2", "4", "5", "9007199254740993", "9223372036854775807");
const few = fc.nat(40);
/** Mostly existing ids, and few enough orders to generate at once. */
const KNOWN = { id: ids, count: few, orders: few };

/** Valid for the schema, or broken. */
const bodies = (schema: Parameters<typeof jsonSchemaOf>[1], known: object = KNOWN) => {
  const values = valuesOf(jsonSchemaOf("", schema), known as typeof KNOWN);
  return fc.oneof({ weight: 1, arbitrary: values }, { weight: 2, arbitrary: broken(values) });
};
const scenarios = bodies(scenarioSchema);
const name = fc.constantFrom("default", "demo", "int64+slow", "ships-under-you", "none");
const edit = ids.map((id) => ({ id, order: `{"id":${id}}`, state: "shipped" }));
const named = fc.oneof({ weight: 9, arbitrary: ids }, fc.constant("999999999"));
const state = fc.tuple(named, fc.constantFrom("shipped", "cancelled"));
/** A document that a mock has written itself: every mock accepts it. */
const WRITTEN = parseJson(await createWorld().save());
const documents = fc.oneof(
  bodies(worldDocument, {
    ...{ ...KNOWN, id: named, scenario: fc.oneof(name, scenarios), hideAfterList: fc.array(named) },
    ...{ edits: fc.array(edit, { maxLength: 5 }), states: fc.array(state, { maxLength: 5 }) },
  }),
  broken(fc.constant(WRITTEN)),
);

/**
 * Playwright keeps each `expect` as a step of the test, and tens of thousands of them get ever
 * slower.
 */
function check(isSound: boolean, what: string, got: unknown): void {
  if (!isSound) throw new Error(`${what}: ${String(got)}`);
}

interface Sent {
  readonly line: string;
  readonly body?: Json;
}

const send = (line: string, body: fc.Arbitrary<Json>): fc.Arbitrary<Sent> =>
  body.map((body) => ({ line, body }));
const ship = fc.option(fc.record({ afterSeconds: fc.constantFrom<Json>(0, 0.5, 9, 1e9, "x") }));
const request: fc.Arbitrary<Sent> = fc.oneof(
  fc.constantFrom("GET", "HEAD").map((method) => ({ line: `${method} /v1/store/orders` })),
  ids.map((id) => ({ line: `DELETE /v1/store/orders/${id}` })),
  ids.map((id) => ({ line: `POST /__admin/orders/${id}/cancel` })),
  fc.tuple(ids, ship).map(([id, body]) => ({ line: `POST /__admin/orders/${id}/ship`, body })),
  send("PUT /__admin/orders/4", bodies(orderSchema)),
  send("PUT /__admin/faults", bodies(faultsSchema)),
  send("POST /__admin/faults", bodies(faultsSchema)),
  send("PUT /__admin/marks", documents),
  send("POST /__admin/reset", fc.record({ scenario: fc.oneof(scenarios, name), orders: few })),
  send("POST /__admin/clock", fc.record({ seconds: fc.constantFrom<Json>(1, 0.25, 3e9, -1, "1") })),
);

test("no request to the service or to its control ends the mock, or is answered with a failure of its own", async () => {
  test.setTimeout(30_000 + REQUESTS * 20);
  const failures: string[] = [];
  const original = console.error;
  console.error = (text: string) => void failures.push(text);
  const accepted = new Set<string>();
  await withMock({}, async ({ baseUrl, adminUrl }) => {
    const origin = new URL(baseUrl).origin;
    const property = fc.asyncProperty(
      fc.array(request, { minLength: AT_ONCE, maxLength: AT_ONCE }),
      async (requests) => {
        for (const { line, body } of requests) {
          const [method = "", path = ""] = line.split(" ");
          const ended = new AbortController();
          const sent = fetch(origin + path, {
            method,
            headers: { ...KEY, "content-type": "application/json" },
            body: body === undefined || body === null ? null : stringifyJson(body),
            signal: ended.signal,
          });
          // A fault may lose the service's answer; the control API's answer tells that it was set.
          const answer = path.startsWith("/__admin") ? await sent : undefined;
          sent.catch(() => {});
          if (answer !== undefined) check(answer.status < 500, line, answer.status);
          if (answer?.ok === true && body !== undefined) accepted.add(line.replace(/\d+/, "{id}"));
          const list = fetch(`${baseUrl}/store/orders`, { headers: KEY, signal: ended.signal });
          list.catch(() => {});
          const { status } = await fetch(`${adminUrl}/state?limit=3`);
          check(status === 200, `the state after ${line}`, status);
          ended.abort();
        }
        const { status } = await fetch(`${adminUrl}/requests`);
        check(status === 200, "the log of requests", status);
        check(failures.length === 0, "the mock", failures);
      },
    );
    await fc.assert(property, {
      seed: SEED,
      numRuns: Math.ceil(REQUESTS / AT_ONCE),
      endOnFailure: true,
      // Whether a drawn document is ever accepted is luck: many of its parts must fit together.
      examples: [[[{ line: "PUT /__admin/marks", body: WRITTEN }]]],
    });
  }).finally(() => {
    console.error = original;
  });
  // Bodies of each kind were accepted.
  expect([...accepted].toSorted()).toEqual([
    "POST /__admin/clock",
    "POST /__admin/faults",
    "POST /__admin/orders/{id}/ship",
    "POST /__admin/reset",
    "PUT /__admin/faults",
    "PUT /__admin/marks",
    "PUT /__admin/orders/{id}",
  ]);
});
