/** Cancelling ids that no order has. */
import { OPERATIONS } from "../../spec/interface/operations.ts";
import { isListed } from "../assertions/order-list.ts";
import { cancellationOf } from "../client/exchange.ts";
import { confusableWith, idInterpretations } from "../safety/id-interpretations.ts";
import { COMPARED } from "../session/blame.ts";
import { ASKED_AGAIN, MAX_STALE_MS } from "../session/compare.ts";
import type { Session } from "../session/session.ts";
import {
  describeAnswer,
  isForbidden,
  isGone,
  isSuccess,
  observeStatus,
  statusOf,
  violateAnswer,
} from "./answers.ts";
import { expectAnswer } from "./cancellations.ts";
import type { Step } from "./step.ts";
import { EDGE_IDS, ownPetIds } from "./texts.ts";

/** As a script in a page sends them. The message may be German. */
const OF_A_PAGE = [
  ["Accept", "application/json, text/plain, */*"],
  ["Accept-Language", "de-CH, de;q=0.9"],
] as const;
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
  clauses: ["cancel-unknown-not-found", "not-found-error-body", ...COMPARED],
  async run(s) {
    const act = { what: "cancellations of unknown ids", blame: "cancel-only-that-order" } as const;
    await s.compare(act, async () => {
      for (const more of [{}, { headers: OF_A_PAGE }]) {
        const id = s.draw();
        const exchange = await s.send({ ...cancellationOf(id), ...more });
        expectAnswer(s, exchange, "order-unknown", id);
      }
      await expectChosenUnknown(s, chosenIds(s));

      observeStatus(s, await s.send({ ...cancellationOf(s.draw()), ...A_BODY }), BODY_ANSWERS);
      await expectBeyondInt64Refused(s, 2n ** 64n + BigInt(s.draw()));
    });
  },
};

/** Ids that people and programs choose, without those that could be taken for a provided order: they are for the step exact-ids. */
function chosenIds({ config: { absent }, provided, lists }: Session): readonly bigint[] {
  const known = new Set(absent);
  // Those that the rule of safety has no reason to refuse.
  const isFree = (id: bigint) =>
    [...idInterpretations(String(id))].every((other) => known.has(other));
  const free = absent.slice(0, MAX_CHOICE).filter(isFree).slice(0, MAX_OTHERS);
  const pets = ownPetIds(provided, lists.at(-1));
  const isSimilar = (id: bigint) => provided.some(confusableWith(idInterpretations(String(id))));
  return [...new Set([...EDGE_IDS, ...free])].filter((id) => !isSimilar(id) && !pets.includes(id));
}

/** Somebody may have placed an order with such an id since it was provided as absent. */
async function expectChosenUnknown(s: Session, ids: readonly bigint[]): Promise<void> {
  const exchanges = await s.all(ids.map(cancellationOf));
  for (const [nth, exchange] of exchanges.entries()) {
    const id = ids[nth]!;
    if (isForbidden(exchange)) continue;
    const isSuspicious = isSuccess(exchange) || statusOf(exchange) === 409;
    if (!isSuspicious || !(await mayBeTaken(s, isSuccess(exchange), id)))
      expectAnswer(s, exchange, "order-unknown", id);
    else {
      const why = `Cancelling ${id}, provided as absent, gets ${describeAnswer(exchange)}: it is, or was, an order of somebody else.`;
      s.report.advise("absent-id-taken", why, [exchange]);
    }
  }
}

/** A cancelled order of somebody else cannot be cancelled again; a shipped one is listed. */
async function mayBeTaken(s: Session, wasCancelled: boolean, id: bigint): Promise<boolean> {
  if (wasCancelled) return isGone(await s.send(cancellationOf(id)));
  await s.wait(MAX_STALE_MS, ASKED_AGAIN);
  const list = await s.list();
  return list === undefined || isListed(list, id);
}

async function expectBeyondInt64Refused(s: Session, id: bigint): Promise<void> {
  const exchange = await s.send(cancellationOf(id));
  observeStatus(s, exchange, OPERATIONS.cancelOrder.situations["id-beyond-int64"]);
  const situation = "Cancelling with an id beyond int64, which no order can have,";
  if (isSuccess(exchange)) violateAnswer(s, "cancel-id-exact", [exchange], situation, "a refusal");
}
