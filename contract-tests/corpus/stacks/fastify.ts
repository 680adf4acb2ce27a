/** The Orders Service in Fastify. */
import { type FastifyInstance, fastify } from "fastify";
import { stringify } from "lossless-json";
import {
  CANCEL_PATH,
  cancelOrder,
  errorReply,
  HttpError,
  type Parameters,
  READS,
  type Stack,
  unauthorized,
} from "./stack.ts";

interface Params {
  readonly Params: Parameters;
}

export const FASTIFY: Stack = {
  name: "Fastify",
  first: ["integer-parameter", "fastify-errors", "race"],

  async serve(options) {
    const { key, has } = options;
    const requireKey = (api: FastifyInstance): void => {
      api.addHook("onRequest", async ({ headers }) => {
        if (headers.authorization !== `Bearer ${key}`) throw unauthorized();
      });
    };

    const orders = async (api: FastifyInstance): Promise<void> => {
      if (!has("key-check-elsewhere")) requireKey(api);

      const orderId = { type: has("integer-parameter") ? "integer" : "string" };
      const schema = { params: { type: "object", properties: { orderId } } };
      for (const { path, read } of READS)
        api.get<Params>(path, { schema }, async ({ params }) => read(params, options));

      api.delete<Params>(CANCEL_PATH, { schema }, async ({ params }, reply) => {
        await cancelOrder(params.orderId ?? "", options, ({ status, body }) =>
          reply.code(status).send(body),
        );
        return reply.code(204).send();
      });
    };

    const app = fastify();
    if (!has("bigint-in-json")) app.setReplySerializer((payload) => stringify(payload) ?? "");
    if (!has("fastify-errors")) {
      app.setErrorHandler((error, _request, reply) => {
        const { status, body } = errorReply(error, has);
        return reply.code(status).send(body);
      });
      app.setNotFoundHandler(() => {
        throw new HttpError(404, "not_found", "There is nothing here.");
      });
    }
    // A hook applies only to the routes of its own plugin.
    if (has("key-check-elsewhere")) app.register(async (plugin) => requireKey(plugin));
    app.register(orders, { prefix: "/v1" });
    await app.listen({ port: 0, host: "127.0.0.1" });
    return app.server;
  },
};
