/** The Orders Service in Express. */
import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  Router,
} from "express";
import { stringify } from "lossless-json";
import {
  CANCEL_PATH,
  cancelOrder,
  errorReply,
  findOrder,
  HttpError,
  type Parameters,
  READS,
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
      router.all([...READS.map(({ path }) => path), CANCEL_PATH], requireKey);
    } else if (!has("key-check-last")) router.use(requireKey);

    for (const { path, read } of READS)
      router.get(path, async (req, res) => {
        const shown = await read(req.params, options);
        if (has("bigint-in-json")) res.json(shown);
        else res.type("json").send(stringify(shown));
      });

    router.delete(CANCEL_PATH, async (req: Request<Parameters>, res) => {
      await cancelOrder(req.params.orderId ?? "", options, ({ status, body }) =>
        res.status(status).json(body),
      );
      res.status(204).end();
    });

    if (has("key-check-last")) router.use(requireKey);

    const sendError: ErrorRequestHandler = (error, _req, res, next) => {
      if (res.headersSent) return next(error);
      const { status, body } = errorReply(error, has);
      res.status(status).json(body);
    };

    const app = express();
    app.set("env", "test"); // Otherwise, Express prints every error.
    app.use(express.json({ limit: "10kb" }));
    app.use("/v1", router);
    app.use(() => {
      throw new HttpError(404, "not_found", "There is nothing here.");
    });
    if (!has("express-errors")) app.use(sendError);
    return app.listen(0, "127.0.0.1");
  },
};
