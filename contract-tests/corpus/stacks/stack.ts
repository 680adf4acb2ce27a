/**
 * The Orders Service in one framework: a program with mistakes that can be switched on one by one.
 * Without any, it is sound.
 */
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
  /** The mistakes of a first version of the program. */
  readonly first: readonly MistakeId[];
  /** Serves below /v1 on a free port of the loopback interface. */
  serve(options: ProgramOptions): Server | Promise<Server>;
}

/**
 * Thrown by handlers. Its members tell Express and Fastify the status, and that they may show
 * the message.
 */
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

/** Returns the status and JSON body for a thrown error. */
export function errorReply(error: unknown, has: ProgramOptions["has"]) {
  const { status = 500, code = "internal", message, stack } = error as Partial<HttpError>;
  if ((has("stack-in-error") || has("always-500")) && !(error instanceof HttpError))
    return {
      status: 500,
      body: { code: "internal", message, status: 500, ...(has("stack-in-error") && { stack }) },
    };
  return { status, body: { code: String(code), message, status } };
}

/** The operations that change nothing: their paths, and the data for the JSON writer. */
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
  /** `parameters` are the texts in the path. Resolves to the data to write as JSON. */
  read(parameters: Parameters, options: ProgramOptions): Promise<object>;
}

export type Parameters = Readonly<Partial<Record<"orderId" | "petId", string>>>;

export const CANCEL_PATH = "/store/orders/:orderId";

/**
 * Finds the order with the id in the path. With the mistake `bigint-unchecked`, throws a
 * SyntaxError.
 */
export async function findOrder(text: string, { store, has }: ProgramOptions) {
  const id = readOrderId(text, has);
  const order = id === undefined ? undefined : await store.find(id);
  if (order === undefined) throw orderNotFound();
  return order;
}

/** Returns undefined if the text is not an id. */
function readOrderId(text: string, has: ProgramOptions["has"]): OrderId | undefined {
  if (has("integer-parameter")) return text as unknown as number;
  if (has("parse-int")) return Number.parseInt(text, 10);
  if (has("number-ids")) return Number(text);
  if (has("bigint-unchecked")) return BigInt(text);
  return /^(?:0|-?[1-9]\d*)$/.test(text) ? BigInt(text) : undefined;
}

/** With the mistake `no-return`, `sendConflict` sends the 409 and the handler continues. */
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
