/** Replicas share only the calls that may change a world: those that `mayChange` excludes must change nothing. */
import { expect, test } from "playwright/test";
import { parseScenario } from "../../scenarios/index.ts";
import { SILENCES } from "../../spec/clauses/index.ts";
import type { Call } from "../replies/messages.ts";
import { CALL } from "../testing/calls.ts";
import { mayChange, respond } from "./respond.ts";
import { createService, type ServiceOptions } from "./service.ts";

const PATHS = ["/store/orders", "/store/orders/", "/store/orders/17", "/STORE/orders/18", "/store/orders/999", "/x"];
const CALLS: readonly Call[] = ["GET", "HEAD", "POST", "DELETE", "OPTIONS"].flatMap((method) =>
  PATHS.map((path) => ({ ...CALL, method, path })),
);

const scenario = (text: string): ServiceOptions => ({
  scenario: parseScenario(`orders: { count: 5, list: [{ id: 17 }, { id: 18 }] }\n${text}`, "mine.yaml"),
});

const SERVICES: Readonly<Record<string, ServiceOptions>> = {
  "without events": scenario(""),
  "with faults": scenario("faults: [{ on: listOrders, every: 2, status: 503 }]"),
  "with shipments": scenario("ships: [{ id: 17, afterLists: 2 }]"),
  "with a key that expires": scenario("key: { expiresAfter: 9 }"),
  ...Object.fromEntries(
    SILENCES.flatMap(({ id, answers }) =>
      Object.keys(answers).map((answer) => [`${id}: ${answer}`, { ...scenario(""), answers: { [id]: answer } }]),
    ),
  ),
};

test("replies and orders are the same without the calls that may not change the world", async () => {
  let [shared, left] = [0, 0];
  for (const [name, options] of Object.entries(SERVICES)) {
    const now = () => 1_000;
    const [service, other] = [await createService({ ...options, now }), await createService({ ...options, now })];
    for (const call of [...CALLS, ...CALLS]) {
      const isShared = mayChange(service.main, call);
      const { status } = respond(service, call);
      if (isShared) shared++;
      else left++;
      if (isShared) expect(respond(other, call).status, `${name}: ${call.method} ${call.path}`).toBe(status);
    }
    const { calls: _, ...changes } = service.main.snapshot();
    expect(other.main.snapshot(), name).toMatchObject(changes);
  }
  expect([shared > 100, left > 1000]).toEqual([true, true]);
});

test("where nothing happens by itself, only cancellations of pending orders may change the world", async () => {
  const { main } = await createService(scenario(""));
  const changing = CALLS.filter((call) => mayChange(main, call)).map(({ method, path }) => `${method} ${path}`);
  expect([...new Set(changing)]).toEqual(["DELETE /store/orders/17"]);
});
