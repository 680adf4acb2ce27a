/** The Orders Service in Hono, on Node. */
import type { Server } from "node:http";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { bearerAuth } from "hono/bearer-auth";
import { HTTPException } from "hono/http-exception";
import { prettyJSON } from "hono/pretty-json";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { stringify } from "lossless-json";
import {
  CANCEL_PATH,
  cancelOrder,
  errorReply,
  HttpError,
  READS,
  type Stack,
  unauthorized,
} from "./stack.ts";

export const HONO: Stack = {
  name: "Hono",
  first: ["number-ids", "hono-errors", "race"],

  serve(options) {
    const { key, has } = options;
    const orders = new Hono();

    const withDigits = (path: string): string =>
      path.replace(":orderId", has("digits-only") ? ":orderId{[0-9]+}" : ":orderId");

    for (const { path, read } of READS)
      orders.get(withDigits(path), async (c) => {
        const shown = await read(c.req.param(), options).catch(rethrow);
        if (has("bigint-in-json")) return c.json(shown);
        return c.body(stringify(shown) ?? "", { headers: { "Content-Type": "application/json" } });
      });

    orders.delete(withDigits(CANCEL_PATH), async (c) => {
      await cancelOrder(c.req.param("orderId") ?? "", options).catch(rethrow);
      return has("body-of-204")
        ? c.json({ message: "Order cancelled" }, 204 as never)
        : c.body(null, 204);
    });

    const app = new Hono().basePath("/v1");
    if (!has("key-check-last"))
      app.use(has("key-for-list-only") ? "/store/orders" : "*", bearerAuth({ token: key }));
    if (has("pretty-json")) app.use(prettyJSON());
    app.route("/", orders);
    if (has("key-check-last")) app.use(bearerAuth({ token: key }));
    if (!has("hono-errors"))
      app.onError((error, c) => {
        const { status, body } = errorReply(thrown(error), has);
        return c.json(body, status as ContentfulStatusCode);
      });
    // Other tests in this process need the native Request and Response.
    return serve({
      fetch: app.fetch,
      port: 0,
      hostname: "127.0.0.1",
      overrideGlobalObjects: false,
    }) as Server;

    /** bearerAuth throws its own exception, with 400 for a header that it cannot read. */
    function thrown(error: Error): unknown {
      if (!(error instanceof HTTPException)) return error;
      if (error.cause instanceof HttpError) return error.cause;
      return has("bad-request-for-key")
        ? new HttpError(error.status, "bad_header", "Not a bearer token.")
        : unauthorized();
    }
  },
};

/** Wraps an error in the exception from which Hono takes the status. */
function rethrow(error: unknown): never {
  if (!(error instanceof HttpError)) throw error;
  throw new HTTPException(error.status as ContentfulStatusCode, {
    message: error.message,
    cause: error,
  });
}
