/** The operations of the interface (section Endpoints): one entry for each, with all that is known of it. */
import type { ClauseId, OperationId, SilenceId } from "../clauses/index.ts";
import type { operations } from "../schema/generated/types.ts";

/** A situation in which a call can be: its documented answer, and what is open in the reply. */
export interface Situation {
  /** The state of the order that it is about. */
  readonly order?: "none" | "unknown" | "pending" | "shipped" | "cancelled" | "all orders";
  /** The documented statuses; none where the contract does not specify one. */
  readonly statuses?: readonly number[];
  /** The clause that any other status violates. */
  readonly clause?: ClauseId;
  /** The silence that the reply answers. */
  readonly silence?: SilenceId;
  /** The answer to the silence by status. */
  readonly answers?: Readonly<Record<number, string>>;
}

/** The shape of a body, and the clause that another one violates. `open`: the contract does not say. */
export type Body =
  | { readonly shape: "orders" | "error" | "nothing"; readonly clause: ClauseId }
  | { readonly shape: "open" };

/** Targets of a call with a bad key. The connection is one on which the good key was accepted. */
type BadKeyTarget = "anything" | "used connection" | "pending order" | "absent order";

export type Method = "GET" | "DELETE";

export interface Operation {
  readonly id: OperationId;
  readonly method: Method;
  /** Relative to the base address, with its parameter in braces. */
  readonly path: string;
  /** A value that is not of its kind names nothing. */
  readonly parameter?: {
    readonly name: "orderId" | "petId";
    readonly kind: "int64" | "any";
    readonly names: "order" | "pet";
  };
  readonly deprecated?: true;
  /** The start of a sentence about a call; `{order}` is the order that it names. */
  readonly phrase: string;
  /** The situations of a call with a valid key and no more than the operation declares. */
  readonly situations: Readonly<Record<string, Situation & Required<Pick<Situation, "order">>>>;
  /** The 401 for a missing or wrong key. */
  readonly unauthorized: { readonly clause: ClauseId };
  /** The body of each documented response, the 401 apart, which is an Error everywhere. */
  readonly bodies: Readonly<Record<number, Body>>;
  /** Further statuses of which a reader of the contract could say that they are sound: advice where the calls before are not known. */
  readonly disputable: readonly number[];
  /** The clause that an answer violates which fits no situation, or whose situation is not known, or that does not come. */
  readonly undocumented: ClauseId;
  /**
   * How many calls without a key, and with a wrong one, a gentle run may send. Nothing else is tried with a bad key. For an operation that names an
   * order by what the order is, for another one by its connection.
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
        silence: "conflict-body",
      },
      "order-cancelled": {
        order: "cancelled",
        statuses: [404, 409],
        clause: "cancel-once",
        silence: "second-cancel",
        answers: { 404: "not-found", 409: "conflict" },
      },
      "order-unknown": {
        order: "unknown",
        statuses: [404],
        clause: "cancel-unknown-not-found",
      },
      "id-malformed": {
        order: "none",
        silence: "malformed-id",
        answers: { 404: "not-found", 400: "bad-request", 422: "unprocessable" },
      },
      "id-beyond-int64": {
        order: "none",
        silence: "id-beyond-int64",
        answers: { 404: "not-found", 400: "bad-request" },
      },
    },
    bodies: {
      204: { shape: "nothing", clause: "cancel-no-content" },
      404: { shape: "error", clause: "not-found-error-body" },
      409: { shape: "open" },
    },
    // It may be a second cancellation, or a key that may only list.
    disputable: [403, 410, 422, 423],
    unauthorized: { clause: "cancel-unauthorized" },
    // No clause is about the whole operation. This one is what it is there for, and clients cancel what they saw listed.
    undocumented: "cancel-pending",
    // The second one without a key is sent when the order is cancelled.
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
        silence: "pets-answer",
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

/** The statuses of the description that the operation does not share with all others. */
type DocumentedStatus<Id extends OperationId> = Exclude<
  keyof operations[Id]["responses"],
  401 | "default"
>;

/** The statuses that the contract documents for a situation, and the clause that any other status violates. */
export interface DocumentedAnswer {
  readonly statuses: readonly number[];
  readonly clause: ClauseId;
}
