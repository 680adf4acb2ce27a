/** In all cases, every adapter in Node answers what `respond` answers. */
import { expect } from "playwright/test";
import { match } from "../../spec/interface/match.ts";
import { OPERATIONS, type Operation } from "../../spec/interface/operations.ts";
import { ADAPTER_CASES, type Transport } from "./adapter-cases.ts";
import { openFetch, openHttp } from "./adapter-clients.ts";
import { type OpenAdapter, runCase } from "./adapter-suite.ts";
import { type Msw, type MswPackage, test } from "./msw-versions.ts";

type Load = (loadMsw: (name: MswPackage) => Promise<Msw>) => Promise<OpenAdapter>;

const ADAPTERS: readonly (readonly [name: string, transport: Transport, load: Load])[] = [
  ["node:http", "http", async () => openHttp],
  ["fetch with msw 2", "fetch", async (loadMsw) => openFetch(await loadMsw("msw"))],
  ["fetch with msw 3", "fetch", async (loadMsw) => openFetch(await loadMsw("msw3"))],
];

/** `npm test` does not set this; `npm run check` does. */
const isQuick = process.env.ORDERS_KIT_CORPUS === undefined;

test("there is a case of every operation with each of its statuses", () => {
  const tried = ADAPTER_CASES.flatMap(({ calls }) =>
    calls.map(([line, outcome]) => {
      const [method = "", address = ""] = line.split(" ");
      return `${match(method, address.split("?")[0]!).operation?.id} ${outcome}`;
    }),
  );
  const statuses = Object.values<Operation>(OPERATIONS).flatMap(({ id, bodies }) =>
    [...Object.keys(bodies), 401].map((status) => `${id} ${status}`),
  );
  expect(tried).toEqual(expect.arrayContaining(statuses));
});

// A quick run leaves out msw 3, because bundling it for each worker takes a while.
for (const [name, transport, load] of ADAPTERS.filter(([name]) => !isQuick || !name.endsWith("3")))
  test.describe(name, () => {
    for (const one of ADAPTER_CASES)
      test(one.name, async ({ loadMsw }) => {
        const reason = one.except?.[transport];
        test.skip(reason !== undefined, reason);
        await runCase(one, await load(loadMsw));
      });
  });
