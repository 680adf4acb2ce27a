/** Our msw handlers beside the same written by hand, in one process: prints the calls a second of both, a line a round. */
import { getResponse, HttpResponse, http, type RequestHandler } from "msw";
import { createHandlers } from "../handlers.ts";

const BASE = "http://orders.test/v1";
const ROUNDS = 15;
const ROUND_MS = 300;
const headers = { authorization: "Bearer demo-key" };
const listRequest = (): Request => new Request(`${BASE}/store/orders`, { headers });
const deleteRequest = (): Request =>
  new Request(`${BASE}/store/orders/9007199254740995`, { method: "DELETE", headers });

const ours = createHandlers({ baseUrl: BASE });
const orders = await (await getResponse(ours, listRequest()))!.json();
const byHand = handWritten(orders);

/** As the documentation of msw shows it. */
function handWritten(orders: { id: number }[]) {
  const unauthorized = () =>
    HttpResponse.json(
      { code: "unauthorized", message: "The API key is missing or invalid.", status: 401 },
      { status: 401 },
    );
  const isGood = (request: Request): boolean => request.headers.get("authorization") === "Bearer demo-key";
  return [
    http.get(`${BASE}/store/orders`, ({ request }) => (isGood(request) ? HttpResponse.json(orders) : unauthorized())),
    http.delete(`${BASE}/store/orders/:orderId`, ({ request, params }) => {
      if (!isGood(request)) return unauthorized();
      if (orders.some(({ id }) => String(id) === params.orderId)) return new HttpResponse(null, { status: 204 });
      const message = "No order has this identifier.";
      return HttpResponse.json({ code: "order_not_found", message, status: 404 }, { status: 404 });
    }),
  ];
}

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
    // The first one warms up.
    if (round >= 0) console.log(JSON.stringify({ id, ...pair }));
  }
