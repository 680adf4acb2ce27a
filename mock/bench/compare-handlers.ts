/** Compares our msw handlers with handwritten ones in one process. Prints the calls per second of both, one line per round. */
import { getResponse, type RequestHandler } from "msw";
import { createHandlers } from "../msw/handlers.ts";
import { handwrittenHandlers } from "./handwritten-handlers.ts";

const BASE = "http://orders.test/v1";
const ROUNDS = 15;
const ROUND_MS = 300;
const headers = { authorization: "Bearer demo-key" };
const listRequest = (): Request => new Request(`${BASE}/store/orders`, { headers });
const deleteRequest = (): Request =>
  new Request(`${BASE}/store/orders/9007199254740995`, { method: "DELETE", headers });

const ours = createHandlers({ baseUrl: BASE });
const byHand = handwrittenHandlers(BASE, await (await getResponse(ours, listRequest()))!.json());

async function perSecond(handlers: RequestHandler[], request: () => Request): Promise<number> {
  const start = performance.now();
  let calls = 0;
  while (performance.now() - start < ROUND_MS) {
    await (await getResponse(handlers, request()))!.arrayBuffer();
    calls++;
  }
  return (calls / (performance.now() - start)) * 1000;
}

for (const [id, request] of [
  ["msw-list-50", listRequest],
  ["msw-delete-unknown", deleteRequest],
] as const)
  for (let round = -1; round < ROUNDS; round++) {
    const pair = { ours: await perSecond(ours, request), base: await perSecond(byHand, request) };
    // The first round is a warm-up.
    if (round >= 0) console.log(JSON.stringify({ id, ...pair }));
  }
