/** msw handlers as in the documentation of msw, behind `node:http`, as msw recommends. Arguments: a file with the list, the port. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { getResponse, HttpResponse, http } from "msw";

const [list, port] = process.argv.slice(2) as [string, string];
const base = `http://127.0.0.1:${port}`;
const orders: readonly { readonly id: number }[] = JSON.parse(readFileSync(list, "utf8"));
const refuse = (status: number, message: string) =>
  HttpResponse.json({ code: "refused", message, status }, { status });
const unauthorized = () => refuse(401, "The API key is missing or invalid.");
const isGood = (request: Request): boolean =>
  request.headers.get("authorization") === "Bearer demo-key";
const handlers = [
  http.get(`${base}/v1/store/orders`, ({ request }) =>
    isGood(request) ? HttpResponse.json(orders) : unauthorized(),
  ),
  http.delete(`${base}/v1/store/orders/:orderId`, ({ request, params }) => {
    if (!isGood(request)) return unauthorized();
    if (orders.some(({ id }) => String(id) === params.orderId))
      return new HttpResponse(null, { status: 204 });
    return refuse(404, "No order has this identifier.");
  }),
];

createServer(async (request, response) => {
  const headers = request.headers as Record<string, string>;
  const answer = await getResponse(
    handlers,
    new Request(base + request.url, { method: request.method!, headers }),
  );
  const body = Buffer.from((await answer?.arrayBuffer()) ?? new ArrayBuffer());
  const own = { ...Object.fromEntries(answer?.headers ?? []), "content-length": body.length };
  response.writeHead(answer?.status ?? 404, own).end(body);
}).listen(Number(port), "127.0.0.1");
