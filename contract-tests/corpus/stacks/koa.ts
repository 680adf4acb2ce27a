/** The Orders Service in Koa. */
import Router from "@koa/router";
import Koa, { type Middleware } from "koa";
import { stringify } from "lossless-json";
import { errorReply, orderNotFound, orderShipped, unauthorized } from "./errors.ts";
import { hasKey, type ListQuery, listedOrders, readOrderId } from "./requests.ts";
import type { Stack } from "./stack.ts";

export const KOA: Stack = {
  name: "Koa",
  mistakes: [
    "parse-int",
    "bigint-in-json",
    "koa-errors",
    "key-check-last",
    "key-if-any",
    "missing-await",
    "body-of-cancel",
    "race",
    "overwritten-status",
    "filtered",
  ],
  first: {
    mistakes: ["parse-int", "koa-errors", "key-if-any", "body-of-cancel", "race", "filtered"],
    hides: ["cancel-once"],
  },

  serve({ store, key, has }) {
    const requireKey: Middleware = (ctx, next) => {
      if (!hasKey(ctx.headers.authorization, key, has)) throw unauthorized();
      return next();
    };

    const sendErrors: Middleware = async (ctx, next) => {
      try {
        await next();
      } catch (error) {
        const { status, body } = errorReply(error, has);
        ctx.status = status;
        ctx.body = body;
      }
    };

    const router = new Router({ prefix: "/v1" });

    router.get("/store/orders", async (ctx) => {
      const orders = listedOrders(await store.list(), ctx.query as ListQuery, has);
      ctx.type = "json";
      ctx.body = has("bigint-in-json") ? orders : stringify(orders);
    });

    router.delete("/store/orders/:orderId", async (ctx) => {
      const id = readOrderId(ctx.params.orderId ?? "", has);
      const order = id === undefined ? undefined : await store.find(id);
      if (order === undefined || order.status === "cancelled") throw orderNotFound();
      if (order.status === "shipped") {
        if (!has("overwritten-status")) throw orderShipped();
        ctx.status = 409;
      }
      const cancel = has("race") || has("overwritten-status") ? store.cancel(order.id) : store.cancelPending(order.id);
      // A promise is always true.
      if (!(has("missing-await") ? cancel : await cancel)) throw orderNotFound();
      if (has("body-of-cancel")) ctx.body = { message: "Order cancelled" };
      else ctx.status = 204;
    });

    router.get("/pets/:petId", (ctx) => {
      ctx.body = { id: ctx.params.petId };
    });

    const app = new Koa();
    app.silent = true; // Otherwise it prints every error.
    if (!has("koa-errors")) app.use(sendErrors);
    if (!has("key-check-last")) app.use(requireKey);
    app.use(router.routes()).use(router.allowedMethods());
    if (has("key-check-last")) app.use(requireKey);
    return app.listen(0, "127.0.0.1");
  },
};
