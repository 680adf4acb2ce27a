/** The Orders Service in Express. */
import express, { type ErrorRequestHandler, type RequestHandler, Router } from "express";
import { stringify } from "lossless-json";
import { errorReply, HttpError, orderNotFound, orderShipped, unauthorized } from "./errors.ts";
import { hasKey, type ListQuery, listedOrders, readOrderId } from "./requests.ts";
import type { Stack } from "./stack.ts";

export const EXPRESS: Stack = {
  name: "Express",
  mistakes: [
    "number-ids",
    "parse-int",
    "bigint-unchecked",
    "bigint-in-json",
    "express-errors",
    "message-only",
    "always-500",
    "stack-in-error",
    "key-check-last",
    "key-by-path",
    "order-before-key",
    "second-word",
    "part-of-key",
    "body-of-cancel",
    "race",
    "no-return",
    "paged",
    "day-only",
  ],
  first: {
    mistakes: ["number-ids", "message-only", "second-word", "race", "paged"],
    hides: ["cancel-once"],
  },

  serve({ store, key, has }) {
    const requireKey: RequestHandler = (req, _res, next) => {
      const isProtected = req.path.startsWith("/store/") || req.path.startsWith("/pets/");
      if (has("key-by-path") && !isProtected) return next();
      next(hasKey(req.get("Authorization"), key, has) ? undefined : unauthorized());
    };

    const router = Router();
    if (has("order-before-key")) {
      router.param("orderId", async (_req, _res, next, text: string) => {
        const id = readOrderId(text, has);
        next(id === undefined || (await store.find(id)) === undefined ? orderNotFound() : undefined);
      });
      router.all(["/store/orders", "/store/orders/:orderId", "/pets/:petId"], requireKey);
    } else if (!has("key-check-last")) router.use(requireKey);

    router.get("/store/orders", async (req, res) => {
      const orders = listedOrders(await store.list(), req.query as ListQuery, has);
      if (has("bigint-in-json")) res.json(orders);
      else res.type("json").send(stringify(orders));
    });

    router.delete("/store/orders/:orderId", async (req, res) => {
      const id = readOrderId(req.params.orderId, has);
      const order = id === undefined ? undefined : await store.find(id);
      if (order === undefined || order.status === "cancelled") throw orderNotFound();
      if (order.status === "shipped") {
        if (!has("no-return")) throw orderShipped();
        res.status(409).json(errorReply(orderShipped(), has).body);
      }
      const cancel = has("race") || has("no-return") ? store.cancel(order.id) : store.cancelPending(order.id);
      if (!(await cancel)) throw orderNotFound();
      if (has("body-of-cancel")) res.json({ message: "Order cancelled" });
      else res.status(204).end();
    });

    router.get("/pets/:petId", (req, res) => {
      res.json({ id: req.params.petId });
    });

    if (has("key-check-last")) router.use(requireKey);

    const sendError: ErrorRequestHandler = (error, _req, res, next) => {
      if (res.headersSent) return next(error);
      const { status, body } = errorReply(error, has);
      res.status(status).json(body);
    };

    const app = express();
    app.set("env", "test"); // Elsewhere it prints every error.
    app.use(express.json({ limit: "10kb" }));
    app.use("/v1", router);
    app.use(() => {
      throw new HttpError(404, "not_found", "There is nothing here.");
    });
    if (!has("express-errors")) app.use(sendError);
    return app.listen(0, "127.0.0.1");
  },
};
