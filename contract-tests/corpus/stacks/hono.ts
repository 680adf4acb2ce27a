/** The Orders Service in Hono, on Node. */
import type { Server } from "node:http";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import { HTTPException } from "hono/http-exception";
import { prettyJSON } from "hono/pretty-json";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { stringify } from "lossless-json";
import { errorReply, HttpError, orderNotFound, orderShipped, unauthorized } from "./errors.ts";
import { listedOrders, readOrderId } from "./requests.ts";
import type { Stack } from "./stack.ts";

export const HONO: Stack = {
  name: "Hono",
  mistakes: [
    "number-ids",
    "bigint-unchecked",
    "bigint-in-json",
    "text-ids",
    "pretty-json",
    "hono-errors",
    "bad-request-for-key",
    "key-check-last",
    "key-for-list-only",
    "body-of-204",
    "bad-request-for-shipped",
    "digits-only",
    "race",
    "wrapped-list",
    "sqlite-boolean",
  ],
  first: {
    mistakes: ["number-ids", "hono-errors", "bad-request-for-shipped", "race", "wrapped-list"],
    hides: ["list-whole", "order-id", "cancel-once"],
  },

  serve({ store, key, has }) {
    const orders = new Hono();

    orders.get("/store/orders", async (c) => {
      const listed = listedOrders(await store.list(), c.req.query(), has);
      if (has("bigint-in-json")) return c.json(listed as object);
      if (has("text-ids"))
        return c.body(
          JSON.stringify(listed, (_, value) => (typeof value === "bigint" ? String(value) : value)),
          JSON_TYPE,
        );
      return c.body(stringify(listed) ?? "", JSON_TYPE);
    });

    orders.delete(`/store/orders/:orderId${has("digits-only") ? "{[0-9]+}" : ""}`, async (c) => {
      const id = readOrderId(c.req.param("orderId") ?? "", has);
      const order = id === undefined ? undefined : await store.find(id);
      if (order === undefined || order.status === "cancelled") throw exceptionOf(orderNotFound());
      if (order.status === "shipped") throw exceptionOf(orderShipped(), has("bad-request-for-shipped") ? 400 : 409);
      const cancel = has("race") ? store.cancel(order.id) : store.cancelPending(order.id);
      if (!(await cancel)) throw exceptionOf(orderNotFound());
      return has("body-of-204") ? c.json({ message: "Order cancelled" }, 204 as never) : c.body(null, 204);
    });

    orders.get("/pets/:petId", (c) => c.json({ id: c.req.param("petId") }));

    const app = new Hono().basePath("/v1");
    if (!has("key-check-last")) app.use(has("key-for-list-only") ? "/store/orders" : "*", bearerAuth({ token: key }));
    if (has("pretty-json")) app.use(prettyJSON());
    app.route("/", orders);
    if (has("key-check-last")) app.use(bearerAuth({ token: key }));
    if (!has("hono-errors"))
      app.onError((error, c) => {
        const { status, body } = errorReply(thrown(error), has);
        return c.json(body, status as ContentfulStatusCode);
      });
    // Other tests run in this process, and use its own Request and Response.
    return serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1", overrideGlobalObjects: false }) as Server;

    /** bearerAuth gives an exception of its own, with 400 for a header that it cannot read. */
    function thrown(error: Error): Error {
      if (!(error instanceof HTTPException)) return error;
      if (error.cause instanceof HttpError) return new HttpError(error.status, error.cause.code, error.message);
      return has("bad-request-for-key")
        ? new HttpError(error.status, "bad_header", "Not a bearer token.")
        : unauthorized();
    }
  },
};

const JSON_TYPE = { headers: { "Content-Type": "application/json" } };

function exceptionOf(error: HttpError, status = error.status): HTTPException {
  return new HTTPException(status as ContentfulStatusCode, { message: error.message, cause: error });
}
