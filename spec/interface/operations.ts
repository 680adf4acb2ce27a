/**
 * The operations of the interface (section Endpoints), one entry each, with everything we know
 * about them.
 */
import type { ClauseId, OpenQuestionId, OperationId } from "../clauses/index.ts";
import type { operations } from "../schema/generated/types.ts";

/** A situation that a call can meet: its documented answer, and what the contract leaves open. */
export interface Situation {
  /** State of the order that the call names. */
  readonly order?: "none" | "unknown" | "pending" | "shipped" | "cancelled" | "all orders";
  /** The documented statuses; undefined if the contract does not specify any. */
  readonly statuses?: readonly number[];
  /** The clause that any other status violates. */
  readonly clause?: ClauseId;
  /** The open question that the reply answers. */
  readonly question?: OpenQuestionId;
  /** Answers to the open question by status. */
  readonly answers?: Readonly<Record<number, string>>;
}

/**
 * The shape of a body, and the clause that any other shape violates. `open`: the contract does not
 * say.
 */
export type Body =
  | { readonly shape: "orders" | "error" | "nothing"; readonly clause: ClauseId }
  | { readonly shape: "open" };

/** Target of a call with a bad key. "used connection": one on which the good key was accepted. */
type BadKeyTarget = "anything" | "used connection" | "pending order" | "absent order";

export type Method = "GET" | "DELETE";

export interface Operation {
  readonly id: OperationId;
  readonly method: Method;
  /** Relative to the base address, with the parameter in braces. */
  readonly path: string;
  /** A value of the wrong kind names nothing. */
  readonly parameter?: {
    readonly name: "orderId" | "petId";
    readonly kind: "int64" | "any";
    readonly names: "order" | "pet";
  };
  readonly deprecated?: true;
  /** Start of a sentence about a call; `{order}` stands for the order it names. */
  readonly phrase: string;
  /** The situations of a call with a valid key and nothing that the operation does not declare. */
  readonly situations: Readonly<Record<string, Situation & Required<Pick<Situation, "order">>>>;
  /** The 401 for a missing or wrong key. */
  readonly unauthorized: { readonly clause: ClauseId };
  /** Body of each documented response except the 401, which is always an Error. */
  readonly bodies: Readonly<Record<number, Body>>;
  /**
   * Other statuses that the contract arguably allows. They are advice if we do not know the calls
   * before.
   */
  readonly disputable: readonly number[];
  /**
   * The clause violated if the answer fits no situation, its situation is unknown, or no answer
   * comes.
   */
  readonly undocumented: ClauseId;
  /**
   * How many calls without a key and with a wrong key a gentle run may send; it tries no other bad
   * keys. Operations on an order are keyed by the order, the others by the connection.
   */
  readonly badKeys: {
    readonly [Target in BadKeyTarget]?: { readonly none?: number; readonly wrong?: number };
  };
}

export const OPERATIONS = {
  listOrders: {
    id: "listOrders",
    method: "GET",
    path: "/store/orders",
    phrase: "Listing the orders",
    situations: {
      list: {
        order: "all orders",
        statuses: [200],
        clause: "list-ok",
      },
    },
    bodies: { 200: { shape: "orders", clause: "list-array" } },
    disputable: [203],
    unauthorized: { clause: "list-unauthorized" },
    undocumented: "list-ok",
    badKeys: { anything: { none: 1, wrong: 1 }, "used connection": { none: 1 } },
  },
  cancelOrder: {
    id: "cancelOrder",
    method: "DELETE",
    path: "/store/orders/{orderId}",
    parameter: { name: "orderId", kind: "int64", names: "order" },
    phrase: "Cancelling {order}",
    situations: {
      cancelled: {
        order: "pending",
        statuses: [204],
        clause: "cancel-pending",
      },
      "order-shipped": {
        order: "shipped",
        statuses: [409],
        clause: "cancel-shipped-conflict",
        question: "conflict-body",
      },
      "order-cancelled": {
        order: "cancelled",
        statuses: [404, 409],
        clause: "cancel-once",
        question: "second-cancel",
        answers: { 404: "not-found", 409: "conflict" },
      },
      "order-unknown": {
        order: "unknown",
        statuses: [404],
        clause: "cancel-unknown-not-found",
      },
      "id-malformed": {
        order: "none",
        question: "malformed-id",
        answers: { 404: "not-found", 400: "bad-request", 422: "unprocessable" },
      },
      "id-beyond-int64": {
        order: "none",
        question: "id-beyond-int64",
        answers: { 404: "not-found", 400: "bad-request" },
      },
    },
    bodies: {
      204: { shape: "nothing", clause: "cancel-no-content" },
      404: { shape: "error", clause: "not-found-error-body" },
      409: { shape: "open" },
    },
    // The order may be cancelled already, or the key may only be allowed to list.
    disputable: [403, 410, 422, 423],
    unauthorized: { clause: "cancel-unauthorized" },
    // No clause is about the whole operation. Cancelling a pending order is its purpose, and
    // clients cancel what they saw listed.
    undocumented: "cancel-pending",
    // The second call without a key is sent once the order is cancelled.
    badKeys: { "pending order": { none: 2, wrong: 1 }, "absent order": { none: 1 } },
  },
  getPet: {
    id: "getPet",
    method: "GET",
    path: "/pets/{petId}",
    parameter: { name: "petId", kind: "any", names: "pet" },
    deprecated: true,
    phrase: "The pets operation",
    situations: {
      pets: {
        order: "none",
        question: "pets-answer",
        answers: { 200: "pet", 404: "not-found", 410: "gone" },
      },
    },
    bodies: {},
    disputable: [],
    unauthorized: { clause: "pets-unauthorized" },
    undocumented: "pets-unauthorized",
    badKeys: { anything: { none: 2 } },
  },
} as const satisfies {
  readonly [Id in OperationId]: Operation & {
    readonly id: Id;
    readonly bodies: Readonly<Record<DocumentedStatus<Id>, Body>>;
  };
};

/** The documented statuses that not every operation has. */
type DocumentedStatus<Id extends OperationId> = Exclude<
  keyof operations[Id]["responses"],
  401 | "default"
>;

/**
 * The statuses that the contract documents for a situation, and the clause that any other status
 * violates.
 */
export interface DocumentedAnswer {
  readonly statuses: readonly number[];
  readonly clause: ClauseId;
}
