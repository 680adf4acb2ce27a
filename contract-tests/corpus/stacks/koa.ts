/** The Orders Service in Koa. */
import Router from "@koa/router";
import Koa, { type Middleware } from "koa";
import { stringify } from "lossless-json";
import { CANCEL_PATH, cancelOrder, errorReply, READS, type Stack, unauthorized } from "./stack.ts";

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

    for (const { path, read } of READS)
      router.get(path, async (ctx) => {
        const shown = await read(ctx.params, options);
        ctx.type = "json";
        ctx.body = has("bigint-in-json") ? shown : stringify(shown);
      });

    router.delete(CANCEL_PATH, async (ctx) => {
      await cancelOrder(ctx.params.orderId ?? "", options, (reply) => Object.assign(ctx, reply));
      ctx.status = 204;
    });

    const app = new Koa();
    app.silent = true; // Otherwise, Koa prints every error.
    if (!has("koa-errors")) app.use(sendErrors);
    if (!has("key-check-last")) app.use(requireKey);
    app.use(router.routes()).use(router.allowedMethods());
    if (has("key-check-last")) app.use(requireKey);
    return app.listen(0, "127.0.0.1");
  },
};
