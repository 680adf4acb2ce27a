/** Cancelling ids that no order has. */
import { OPERATIONS } from "../../spec/interface/operations.ts";
import { isListed } from "../assertions/order-list.ts";
import { describeAnswer, isGone, isSuccess, statusOf } from "../client/answer.ts";
import { cancellationOf, orderText } from "../client/calls.ts";
import type { Exchange } from "../client/exchange.ts";
import { confusableWith, idInterpretations } from "../safety/id-interpretations.ts";
import { compare, untilFresh } from "../session/compare.ts";
import type { Session } from "../session/session.ts";
import { observeStatus, violateAnswer } from "./answers.ts";
import { expectAnswer } from "./ask.ts";
import type { Step } from "./step.ts";
import { EDGE_IDS, ownPetIds } from "./texts.ts";

/** As a script in a page sends it. */
const OF_A_PAGE = [["Accept", "application/json, text/plain, */*"]] as const;
/** No operation takes a body. */
const BODY_ANSWERS = {
  silence: "request-body",
  answers: { 404: "ignored", 400: "refused", 413: "refused", 415: "refused" },
} as const;
const A_BODY = { headers: [["Content-Type", "application/json"]], body: "{}" } as const;
/** Ids that are provided as absent, besides those that are always asked for, and of how many they are chosen. */
const MAX_OTHERS = 10;
const MAX_CHOICE = 1_000;

export const unknownIds: Step = {
  id: "unknown-ids",
  title: "cancelling an unknown int64 id gets 404",
  clauses: ["cancel-unknown-not-found", "not-found-error-body", "cancel-id-exact"],
  async run(s) {
    if (s.config.readOnly)
      return s.report.skipped("cancel-unknown-not-found", s.orders.pendingNeeded);
    const act = { what: "cancellations of unknown ids", blame: "cancel-only-that-order" } as const;
    await compare(s, act, async () => {
      const ofPage = { ...cancellationOf(s.draw()), headers: OF_A_PAGE };
      const calls = [cancellationOf(s.draw()), ofPage, ...chosenIds(s).map(cancellationOf)];
      for (const exchange of await s.all(calls)) await expectUnknown(s, exchange);

      observeStatus(s, await s.send({ ...cancellationOf(s.draw()), ...A_BODY }), BODY_ANSWERS);
      await expectBeyondInt64Refused(s);
    });
  },
};

/** Ids that people and programs choose, without those that could be taken for a provided order: they are for the step exact-ids. */
function chosenIds({ config: { absent }, provided, lists }: Session): readonly bigint[] {
  const known = new Set(absent);
  // Ids that the rule of safety has no reason to refuse.
  const isFree = (id: bigint) =>
    [...idInterpretations(String(id))].every((other) => known.has(other));
  const free = absent.slice(0, MAX_CHOICE).filter(isFree).slice(0, MAX_OTHERS);
  const pets = ownPetIds(provided, lists.at(-1));
  const isSimilar = (id: bigint) => provided.some(confusableWith(idInterpretations(String(id))));
  return [...new Set([...EDGE_IDS, ...free])].filter((id) => !isSimilar(id) && !pets.includes(id));
}

async function expectUnknown(s: Session, exchange: Exchange): Promise<void> {
  const id = BigInt(orderText(exchange.call)!);
  const isDrawn = s.drawn.has(id);
  const isSuspicious = isSuccess(exchange) || statusOf(exchange) === 409;
  if (isDrawn || !isSuspicious || !(await mayBeTaken(s, id, exchange)))
    return expectAnswer(s, exchange, "order-unknown");
  const why = `Cancelling ${id}, provided as absent, gets ${describeAnswer(exchange)}: it is, or was, an order of somebody else.`;
  s.report.advise("absent-id-taken", why, [exchange]);
}

/** Somebody may have placed an order with the id: a cancelled one cannot be cancelled again, a shipped one is listed. */
async function mayBeTaken(s: Session, id: bigint, exchange: Exchange): Promise<boolean> {
  if (isSuccess(exchange)) return isGone(await s.send(cancellationOf(id)));
  await untilFresh(s);
  const list = await s.list();
  return list === undefined || isListed(list, id);
}

async function expectBeyondInt64Refused(s: Session): Promise<void> {
  const exchange = await s.send(cancellationOf(2n ** 64n + BigInt(s.draw())));
  observeStatus(s, exchange, OPERATIONS.cancelOrder.situations["id-beyond-int64"]);
  const situation = "Cancelling with an id beyond int64, which no order can have,";
  if (isSuccess(exchange)) violateAnswer(s, "cancel-id-exact", [exchange], situation, "a refusal");
}
