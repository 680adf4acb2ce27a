/** What Prism says, in the words of the contract: a clause, something that the caller did, or nothing, with the reason. */
import type { ClauseId } from "../../spec/clauses/index.ts";
import { formatPath } from "../../spec/json.ts";
import { operationOf } from "../judge.ts";
import { isUndocumentedStatus, statusClause } from "./alone.ts";
import { type Answerable, ARTEFACTS, type ArtefactId } from "./artefacts.ts";
import type { Judged, PrismAnswer } from "./referee.ts";
import type { PrismSaying } from "./saying.ts";

export type PrismFinding =
  /** The response breaks a clause. */
  | { readonly kind: "violated"; readonly clause: ClauseId; readonly why: string; readonly said: string }
  /** The request is not what the contract describes. */
  | { readonly kind: "request"; readonly why: string; readonly said: string }
  /** An entry of the table says why this is not taken; `whole` when it is all that Prism has to say of the exchange. */
  | { readonly kind: "filtered"; readonly artefact: ArtefactId; readonly said: string; readonly whole?: true }
  /** Nobody has words for it yet: shown as Prism said it. */
  | { readonly kind: "unknown"; readonly said: string };

export function translate(
  exchange: Judged,
  response: Answerable["response"],
  answer: Exclude<PrismAnswer, { kind: "died" }>,
): readonly PrismFinding[] {
  if (answer.kind === "hung") return [{ kind: "unknown", said: "Prism gives no answer." }];
  const answerable: Answerable = { ...exchange, response };
  const empty = ARTEFACTS.find(({ voids }) => voids?.(answer, answerable));
  if (empty !== undefined)
    return [{ kind: "filtered", artefact: empty.id, said: `Prism answers ${answer.status} of its own.`, whole: true }];
  return answer.sayings.map((saying) => {
    const said = quote(saying);
    const artefact = ARTEFACTS.find(({ filters }) => filters?.(saying, answerable));
    if (artefact !== undefined) return { kind: "filtered", artefact: artefact.id, said };
    if (saying.location[0] === "request") return { kind: "request", why: requestFault(saying, answerable), said };
    const clause = clauseOf(saying, answerable);
    if (clause === undefined) return { kind: "unknown", said };
    return { kind: "violated", clause, why: responseFault(saying, answerable), said };
  });
}

function quote({ location, severity, message }: PrismSaying): string {
  return `${severity} at ${location.join(".")}: ${message}`;
}

const ORDER: Readonly<Record<string, ClauseId>> = {
  id: "order-id",
  petId: "order-pet-id",
  quantity: "order-quantity",
  shipDate: "order-ship-date",
  complete: "order-complete",
};
const ERROR: Readonly<Record<string, ClauseId>> = {
  code: "error-code",
  message: "error-message",
  status: "error-status",
};

function clauseOf(saying: PrismSaying, { call, response }: Answerable): ClauseId | undefined {
  const [, part, first, second] = saying.location;
  if (part === undefined) return isUndocumentedStatus(saying) ? statusClause(call) : "body-media-type";
  if (part !== "body") return undefined;
  if (response.status === 200 && operationOf(call)?.id === "listOrders") {
    if (first === undefined) return "list-array";
    return second === undefined ? "order-object" : ORDER[second];
  }
  const field = first ?? missingName(saying);
  if (field !== undefined) return ERROR[field];
  return response.status === 401 ? "auth-error-body" : "not-found-error-body";
}

function missingName({ code, message }: PrismSaying): string | undefined {
  return code === "required" ? /required property '([^']+)'/.exec(message)?.[1] : undefined;
}

function responseFault(saying: PrismSaying, { response }: Answerable): string {
  const [, part, ...path] = saying.location;
  if (isUndocumentedStatus(saying)) return `The description has no status ${response.status} for this operation.`;
  if (part === undefined) return `${saying.message}.`;
  const isIndex = (step: string): boolean => /^\d+$/.test(step);
  const root = response.status === 200 ? "orders" : "error";
  const place = formatPath([root, ...path.map((step) => (isIndex(step) ? Number(step) : step))]);
  // "Response body property 0.id must be integer": the place is said better by us.
  return `${place} ${saying.message.replace(/^Response body (?:property \S+ )?/, "")}.`;
}

function requestFault({ code, location, message }: PrismSaying, { call }: Answerable): string {
  if (code === 401) return "The request carries no bearer token in its Authorization header.";
  if (location[1] === "path") return `orderId ${message.replace(/^Request path parameter \S+ /, "")}, in ${call.path}.`;
  if (message === "Selected route not found") return `The interface has no ${call.method} ${call.path}.`;
  return message;
}
