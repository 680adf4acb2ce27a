/** The operations of the interface (section Endpoints): one entry for each, with all that is known of it. */
import type { ClauseId, OperationId, SilenceId } from "../clauses/index.ts";
import type { operations } from "../schema/generated/types.ts";

/** `text` has any media type, `json` is not an Error. */
export type BodyForm = "none" | "error" | "json" | "text";

/** A situation in which a request can be: its documented answer, and what is open in the reply. */
export interface SituationEntry {
  /** The request, as a noun phrase. */
  readonly request: string;
  /** The state of the order that it is about. Where there is such an order, the reply may hold data of it. */
  readonly order?: "none" | "unknown" | "pending" | "shipped" | "cancelled" | "all orders";
  /** The documented statuses; none where the contract does not specify one. */
  readonly statuses?: readonly number[];
  /** The clause that any other status violates. */
  readonly clause?: ClauseId;
  /** The limits of an open status; 200 to 599 by default. */
  readonly range?: readonly [min: number, max: number];
  /** The bodies of conforming deployments, the default first; any by default, and then an Error. */
  readonly bodies?: readonly BodyForm[];
  /** The silence that the reply answers. */
  readonly silence?: SilenceId;
  /** The answer to the silence by status. */
  readonly answers?: Readonly<Record<number, string>>;
  /** The name under which reports count these answers: a deployment may give a wrong one now and then. */
  readonly countedAs?: string;
}

/** What a call with a bad key may be about. The connection is one on which the good key was accepted. */
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
  /** The situations of a call with a valid key and no more than the operation declares, by their ids in profiles. */
  readonly situations: Readonly<
    Record<string, SituationEntry & Required<Pick<SituationEntry, "order">>>
  >;
  /** The 401 for a missing or wrong key. */
  readonly unauthorized: { readonly clause: ClauseId; readonly countedAs?: string };
  /** The clause that an answer violates which fits no situation, or whose situation is not known, or that does not come. */
  readonly undocumented: ClauseId;
  /** How many calls without a key, and with a wrong one, a gentle run may send. Nothing else is tried with a bad key. */
  readonly badKeys: {
    readonly [Target in BadKeyTarget]?: { readonly none?: number; readonly wrong?: number };
  };
}

export const OPERATIONS = {
  listOrders: {
    id: "listOrders",
    method: "GET",
    path: "/store/orders",
    situations: {
      list: {
        request: "the list of orders",
        order: "all orders",
        statuses: [200],
        clause: "list-ok",
        bodies: ["json"],
        countedAs: "lists",
      },
    },
    unauthorized: { clause: "list-unauthorized", countedAs: "lists without the key" },
    undocumented: "list-ok",
    badKeys: { anything: { none: 1, wrong: 1 }, "used connection": { none: 1 } },
  },
  cancelOrder: {
    id: "cancelOrder",
    method: "DELETE",
    path: "/store/orders/{orderId}",
    parameter: { name: "orderId", kind: "int64", names: "order" },
    situations: {
      cancelled: {
        request: "the cancellation of a pending order",
        order: "pending",
        statuses: [204],
        clause: "cancel-pending",
        bodies: ["none"],
      },
      "order-shipped": {
        request: "the cancellation of a shipped order",
        order: "shipped",
        statuses: [409],
        clause: "cancel-shipped-conflict",
        bodies: ["none", "error", "text", "json"],
        silence: "conflict-body",
        countedAs: "shipped orders",
      },
      "order-cancelled": {
        request: "the cancellation of a cancelled order",
        order: "cancelled",
        statuses: [404, 409],
        clause: "cancel-once",
        silence: "second-cancel",
        answers: { 404: "not-found", 409: "conflict" },
        countedAs: "orders cancelled before",
      },
      "order-unknown": {
        request: "the cancellation of an unknown order",
        order: "unknown",
        statuses: [404],
        clause: "cancel-unknown-not-found",
        bodies: ["error"],
        countedAs: "unknown orders",
      },
      "id-malformed": {
        request: "a cancellation whose orderId is a word such as abc",
        order: "none",
        silence: "malformed-id",
        answers: { 404: "not-found", 400: "bad-request", 422: "unprocessable" },
        range: [400, 499],
      },
      "id-bad-escape": {
        request: "a cancellation whose orderId has an invalid percent escape",
        order: "none",
        silence: "malformed-id",
        range: [400, 499],
      },
      "id-beyond-int64": {
        request: "a cancellation whose orderId is an integer outside int64",
        order: "none",
        silence: "id-beyond-int64",
        answers: { 404: "not-found", 400: "bad-request" },
        range: [300, 599],
      },
    },
    unauthorized: { clause: "cancel-unauthorized", countedAs: "cancellations without the key" },
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
    situations: {
      pets: {
        request: "the pets operation with a valid key",
        order: "none",
        bodies: ["json", "error", "text", "none"],
        silence: "pets-answer",
        answers: { 200: "pet", 404: "not-found", 410: "gone" },
      },
    },
    unauthorized: { clause: "pets-unauthorized", countedAs: "pets without the key" },
    undocumented: "pets-unauthorized",
    badKeys: { anything: { none: 2 } },
  },
} as const satisfies { readonly [Id in keyof operations]: Operation & { readonly id: Id } };

/** The situations of every operation without a valid key. The clause of the 401 is the operation's. */
export const WITHOUT_KEY = {
  "key-missing": { request: "a request without a key", statuses: [401], bodies: ["error"] },
  "key-wrong": {
    request: "a request with a wrong key",
    statuses: [401],
    bodies: ["error"],
    silence: "challenge",
  },
} as const satisfies Record<string, SituationEntry>;

/** The statuses that the contract documents for a situation, and the clause that any other status violates. */
export interface DocumentedAnswer {
  readonly statuses: readonly number[];
  readonly clause: ClauseId;
}

/** The last segment of a base address (section Versioning). */
export const VERSION_SEGMENT = "v1";
