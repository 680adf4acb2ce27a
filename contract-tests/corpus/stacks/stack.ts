/** The Orders Service in one framework: a program whose mistakes can be switched on one by one, and are all off when it is sound. */
import type { Server } from "node:http";
import type { Framework, MistakeId } from "./mistakes.ts";
import type { OrderId, OrderStore } from "./store.ts";

export interface ProgramOptions {
  readonly store: OrderStore;
  readonly key: string;
  readonly has: (mistake: MistakeId) => boolean;
}

export interface Stack {
  readonly name: Framework;
  /** The mistakes of the program as one writes it first. */
  readonly first: readonly MistakeId[];
  /** Serves below /v1, on a free port of the loopback interface. */
  serve(options: ProgramOptions): Server | Promise<Server>;
}

/** Thrown by a handler; with the members by which Express, Fastify and Koa find the status, and may show the message. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly expose = true;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const unauthorized = (): HttpError =>
  new HttpError(401, "unauthorized", "The API key is missing or not valid.");
const orderNotFound = (): HttpError =>
  new HttpError(404, "order_not_found", "There is no such order.");
const orderShipped = (): HttpError =>
  new HttpError(409, "order_shipped", "The order has already shipped.");

/** The status and the JSON body of what was thrown. */
export function errorReply(error: unknown, has: ProgramOptions["has"]) {
  const { status = 500, code = "internal", message, stack } = error as Partial<HttpError>;
  if ((has("stack-in-error") || has("always-500")) && !(error instanceof HttpError))
    return {
      status: 500,
      body: { code: "internal", message, status: 500, ...(has("stack-in-error") && { stack }) },
    };
  return { status, body: { code: String(code), message, status } };
}

/** The operations that change nothing: their paths, and what is given to the JSON writer. */
export const READS: readonly Read[] = [
  {
    path: "/store/orders",
    read: async (_, { store }) => (await store.list()).map(({ state: _, ...shown }) => shown),
  },
  {
    path: "/pets/:petId",
    read: async ({ petId }) => ({ id: petId }),
  },
];

interface Read {
  readonly path: string;
  /** `parameters`: the texts in the path. Resolves with what is written as JSON. */
  read(parameters: Parameters, options: ProgramOptions): Promise<object>;
}

export type Parameters = Readonly<Partial<Record<"orderId" | "petId", string>>>;

export const CANCEL_PATH = "/store/orders/:orderId";

/** The order whose id is in the path. Throws a SyntaxError with the mistake `bigint-unchecked`. */
export async function findOrder(text: string, { store, has }: ProgramOptions) {
  const id = readOrderId(text, has);
  const order = id === undefined ? undefined : await store.find(id);
  if (order === undefined) throw orderNotFound();
  return order;
}

/** Undefined for a text that is not an id. */
function readOrderId(text: string, has: ProgramOptions["has"]): OrderId | undefined {
  if (has("integer-parameter")) return text as unknown as number;
  if (has("parse-int")) return Number.parseInt(text, 10);
  if (has("number-ids")) return Number(text);
  if (has("bigint-unchecked")) return BigInt(text);
  return /^(?:0|-?[1-9]\d*)$/.test(text) ? BigInt(text) : undefined;
}

/** With the mistake `no-return`, `sendConflict` sends the 409, and the handler goes on. */
export async function cancelOrder(
  text: string,
  options: ProgramOptions,
  sendConflict: (reply: ReturnType<typeof errorReply>) => unknown = () => {},
): Promise<void> {
  const { store, has } = options;
  const { id, state } = await findOrder(text, options);
  if (state === "cancelled") throw orderNotFound();
  if (state === "shipped") {
    if (!has("no-return")) throw orderShipped();
    sendConflict(errorReply(orderShipped(), has));
  }
  if (!(await (has("race") || has("no-return") ? store.cancel(id) : store.cancelPending(id))))
    throw orderNotFound();
}
