/** Every adapter in Node answers what `respond` answers: in all cases, and to any sequence of requests. */
import fc from "fast-check";
import { runs } from "../../spec/testing/runs.ts";
import { ADAPTER_CASES, type Transport } from "./adapter-cases.ts";
import { openFetch, openHandlers, openHttp } from "./adapter-clients.ts";
import { type AdapterRequest, compare, type OpenAdapter, runCase } from "./adapter-suite.ts";
import { type Msw, type MswPackage, test } from "./msw-versions.ts";
import { weighted } from "./weighted.ts";

type Load = (loadMsw: (name: MswPackage) => Promise<Msw>) => Promise<OpenAdapter>;

const ADAPTERS: readonly (readonly [name: string, transport: Transport, load: Load])[] = [
  ["node:http", "http", async () => openHttp],
  ["handlers of msw 2", "handlers", async (loadMsw) => openHandlers(await loadMsw("msw"))],
  ["handlers of msw 3", "handlers", async (loadMsw) => openHandlers(await loadMsw("msw3"))],
  ["fetch with msw 2", "fetch", async (loadMsw) => openFetch(await loadMsw("msw"))],
  ["fetch with msw 3", "fetch", async (loadMsw) => openFetch(await loadMsw("msw3"))],
];

const path = weighted(
  [3, fc.constant("/store/orders")],
  [4, fc.integer({ min: 1, max: 130 }).map((id) => `/store/orders/${id}`)],
  [1, fc.constantFrom("abc", "%35", "9007199254740993").map((id) => `/store/orders/${id}`)],
  [1, fc.constantFrom("", "/", "/pets/17", "/store/orders/", "/x%zz")],
);
const headers = fc.record(
  {
    authorization: weighted(
      [6, fc.constant("Bearer demo-key")],
      [3, fc.constantFrom("bearer demo-key", "Bearer demo", "Basic eDp5")],
    ),
    origin: fc.constantFrom("http://localhost:5173", "https://app.example"),
    "access-control-request-method": fc.constantFrom("DELETE", "GET"),
    "access-control-request-headers": fc.constant("authorization"),
  },
  { requiredKeys: ["authorization"] },
);
const requests: fc.Arbitrary<AdapterRequest> = fc.record({
  method: weighted(
    [3, fc.constantFrom("GET", "DELETE")],
    [1, fc.constantFrom("HEAD", "OPTIONS", "POST", "PUT")],
  ),
  target: fc
    .tuple(path, fc.constantFrom("", "", "?limit=1", "?a=/b?c"))
    .map((parts) => parts.join("")),
  headers,
  body: fc.constant(undefined),
});

/** `npm test` sets nothing, `npm run check` more. */
const isQuick = process.env.ORDERS_KIT_CORPUS === undefined;

// msw 3 is bundled for each worker, which takes a while: a quick run does without.
for (const [name, transport, load] of ADAPTERS.filter(([name]) => !isQuick || !name.endsWith("3")))
  test.describe(name, () => {
    for (const one of ADAPTER_CASES)
      test(one.name, async ({ loadMsw }) => {
        const reason = one.except?.[transport];
        test.skip(reason !== undefined, reason);
        await runCase(one, await load(loadMsw));
      });

    test("any sequence of requests", async ({ loadMsw }) => {
      const open = await load(loadMsw);
      const property = fc.asyncProperty(
        fc.array(requests, { minLength: 10, maxLength: 40 }),
        (sequence) => compare(sequence, {}, open),
      );
      await fc.assert(property, { numRuns: runs(10) });
    });
  });
