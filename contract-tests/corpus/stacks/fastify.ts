/** The Orders Service in Fastify. */
import { type FastifyInstance, fastify } from "fastify";
import { errorReply, HttpError, orderNotFound, orderShipped, unauthorized } from "./errors.ts";
import { hasKey, type ListQuery, listedOrders, readOrderId } from "./requests.ts";
import type { Stack } from "./stack.ts";

/** Its writer writes a bigint with all its digits where the schema has an integer. */
const ORDERS = {
  type: "array",
  items: {
    type: "object",
    properties: {
      id: { type: "integer" },
      petId: { type: "integer" },
      quantity: { type: "integer" },
      shipDate: { type: "string" },
      complete: { type: "boolean" },
    },
  },
};

export const FASTIFY: Stack = {
  name: "Fastify",
  mistakes: [
    "integer-parameter",
    "bigint-in-json",
    "fastify-errors",
    "key-check-elsewhere",
    "second-word",
    "repeatable-cancel",
    "race",
    "no-return",
    "null-date",
  ],
  first: {
    mistakes: ["integer-parameter", "fastify-errors", "second-word", "race", "null-date"],
    hides: ["cancel-once"],
  },

  async serve({ store, key, has }) {
    const requireKey = (api: FastifyInstance): void => {
      api.addHook("onRequest", async (request) => {
        if (!hasKey(request.headers.authorization, key, has)) throw unauthorized();
      });
    };

    const orders = async (api: FastifyInstance): Promise<void> => {
      if (!has("key-check-elsewhere")) requireKey(api);

      const listSchema = has("bigint-in-json") ? {} : { response: { 200: ORDERS } };
      api.get<{ Querystring: ListQuery }>("/store/orders", { schema: listSchema }, async (request) =>
        listedOrders(await store.list(), request.query, has),
      );

      const orderId = { type: has("integer-parameter") ? "integer" : "string" };
      const cancelSchema = { params: { type: "object", properties: { orderId } } };
      api.delete<{ Params: { orderId: string } }>(
        "/store/orders/:orderId",
        { schema: cancelSchema },
        async (request, reply) => {
          const id = readOrderId(request.params.orderId, has);
          const order = id === undefined ? undefined : await store.find(id);
          if (order === undefined || order.status === "cancelled") {
            if (has("repeatable-cancel")) return reply.code(204).send();
            throw orderNotFound();
          }
          if (order.status === "shipped") {
            if (!has("no-return")) throw orderShipped();
            reply.code(409).send(errorReply(orderShipped(), has).body);
          }
          const cancel = has("race") || has("no-return") ? store.cancel(order.id) : store.cancelPending(order.id);
          if (!(await cancel)) throw orderNotFound();
          return reply.code(204).send();
        },
      );

      api.get<{ Params: { petId: string } }>("/pets/:petId", async (request) => ({ id: request.params.petId }));
    };

    const app = fastify();
    if (!has("fastify-errors")) {
      app.setErrorHandler((error, _request, reply) => {
        const { status, body } = errorReply(error, has);
        return reply.code(status).send(body);
      });
      app.setNotFoundHandler(() => {
        throw new HttpError(404, "not_found", "There is nothing here.");
      });
    }
    // A hook is for the routes of its own plugin only.
    if (has("key-check-elsewhere")) app.register(async (plugin) => requireKey(plugin));
    app.register(orders, { prefix: "/v1" });
    await app.listen({ port: 0, host: "127.0.0.1" });
    return app.server;
  },
};
