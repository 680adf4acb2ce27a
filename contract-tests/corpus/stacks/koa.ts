/** The Orders Service in Koa. */
import Router from "@koa/router";
import Koa, { type Middleware } from "koa";
import { stringify } from "lossless-json";
import { cancelOrder, errorReply, listedOrders, type Stack, unauthorized } from "./stack.ts";

export const KOA: Stack = {
  name: "Koa",
  first: ["parse-int", "koa-errors", "race"],

  serve(options) {
    const { key, has } = options;
    const requireKey: Middleware = (ctx, next) => {
      if (ctx.headers.authorization !== `Bearer ${key}`) throw unauthorized();
      return next();
    };

    const sendErrors: Middleware = async (ctx, next) => {
      try {
        await next();
      } catch (error) {
        Object.assign(ctx, errorReply(error, has));
      }
    };

    const router = new Router({ prefix: "/v1" });

    router.get("/store/orders", async (ctx) => {
      const orders = await listedOrders(options);
      ctx.type = "json";
      ctx.body = has("bigint-in-json") ? orders : stringify(orders);
    });

    router.delete("/store/orders/:orderId", async (ctx) => {
      await cancelOrder(ctx.params.orderId ?? "", options, (reply) => Object.assign(ctx, reply));
      ctx.status = 204;
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
