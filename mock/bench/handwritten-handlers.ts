/** Handlers as in the documentation of msw: what users write without orders-kit. */
import { HttpResponse, http } from "msw";

export interface PlainOrder {
  readonly id: number;
}

export function handwrittenHandlers(base: string, orders: readonly PlainOrder[]) {
  const refuse = (status: number, code: string, message: string) =>
    HttpResponse.json({ code, message, status }, { status });
  const unauthorized = () => refuse(401, "unauthorized", "The API key is missing or invalid.");
  const isGood = (request: Request): boolean => request.headers.get("authorization") === "Bearer demo-key";
  return [
    http.get(`${base}/store/orders`, ({ request }) => (isGood(request) ? HttpResponse.json(orders) : unauthorized())),
    http.delete(`${base}/store/orders/:orderId`, ({ request, params }) => {
      if (!isGood(request)) return unauthorized();
      if (orders.some(({ id }) => String(id) === params.orderId)) return new HttpResponse(null, { status: 204 });
      return refuse(404, "order_not_found", "No order has this identifier.");
    }),
  ];
}
