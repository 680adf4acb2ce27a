/** The Orders Service in Express. */
import express, { type ErrorRequestHandler, type RequestHandler, Router } from "express";
import { stringify } from "lossless-json";
import {
  cancelOrder,
  errorReply,
  findOrder,
  HttpError,
  listedOrders,
  type Stack,
  unauthorized,
} from "./stack.ts";

export const EXPRESS: Stack = {
  name: "Express",
  first: ["number-ids", "express-errors", "race"],

  serve(options) {
    const { key, has } = options;
    const requireKey: RequestHandler = (req, _res, next) => {
      const isProtected = req.path.startsWith("/store/") || req.path.startsWith("/pets/");
      if (has("key-by-path") && !isProtected) return next();
      next(req.get("Authorization") === `Bearer ${key}` ? undefined : unauthorized());
    };

    const router = Router();
    if (has("order-before-key")) {
      router.param("orderId", async (_req, _res, next, text: string) => {
        await findOrder(text, options).then(() => next(), next);
      });
      router.all(["/store/orders", "/store/orders/:orderId", "/pets/:petId"], requireKey);
    } else if (!has("key-check-last")) router.use(requireKey);

    router.get("/store/orders", async (_req, res) => {
      const orders = await listedOrders(options);
      if (has("bigint-in-json")) res.json(orders);
      else res.type("json").send(stringify(orders));
    });

    router.delete("/store/orders/:orderId", async (req, res) => {
      await cancelOrder(req.params.orderId, options, ({ status, body }) =>
        res.status(status).json(body),
      );
      res.status(204).end();
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
