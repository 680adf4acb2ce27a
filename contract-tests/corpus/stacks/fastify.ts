/** The Orders Service in Fastify. */
import { type FastifyInstance, fastify } from "fastify";
import {
  cancelOrder,
  errorReply,
  HttpError,
  listedOrders,
  type Stack,
  unauthorized,
} from "./stack.ts";

const [integer, string, boolean] = [{ type: "integer" }, { type: "string" }, { type: "boolean" }];
/** Its writer writes a bigint with all its digits where the schema has an integer. */
const ORDERS = {
  type: "array",
  items: {
    type: "object",
    properties: {
      id: integer,
      petId: integer,
      quantity: integer,
      shipDate: string,
      complete: boolean,
    },
  },
};

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

      const listSchema = has("bigint-in-json") ? {} : { response: { 200: ORDERS } };
      api.get("/store/orders", { schema: listSchema }, async () => listedOrders(options));

      const orderId = has("integer-parameter") ? integer : string;
      const cancelSchema = { params: { type: "object", properties: { orderId } } };
      api.delete<{ Params: { orderId: string } }>(
        "/store/orders/:orderId",
        { schema: cancelSchema },
        async (request, reply) => {
          await cancelOrder(request.params.orderId, options, ({ status, body }) =>
            reply.code(status).send(body),
          );
          return reply.code(204).send();
        },
      );

      api.get<{ Params: { petId: string } }>("/pets/:petId", async (request) => ({
        id: request.params.petId,
      }));
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
