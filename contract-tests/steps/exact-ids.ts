/** orderId is an int64 that is compared with every digit: no similar number or text is read as the id of an order. */
import type { OrderList } from "../assertions/order-list.ts";
import { cancellationOf, type Exchange, type OutgoingCall } from "../client/exchange.ts";
import { idInterpretations } from "../safety/id-interpretations.ts";
import { COMPARED } from "../session/blame.ts";
import { absolute } from "../session/provided-orders.ts";
import type { Session } from "../session/session.ts";
import {
  describeAnswer,
  isForbidden,
  isGone,
  isSuccess,
  statusOf,
  violateAnswer,
} from "./answers.ts";
import { expectAnswer, wasInterrupted } from "./cancellations.ts";
import { tryTexts } from "./malformed-ids.ts";
import type { Step } from "./step.ts";
import { fillId, MAX_INT32, ownPetIds, SIMILAR_TEXTS, similarIds } from "./texts.ts";

const CLAUSE = "cancel-id-exact";
const TEXTS = "cancel-malformed-refused";
/** Where a service may look for an id beside the path. */
const NAMES = ["id", "orderId", "order_id"];
const JSON_BODY = { headers: [["Content-Type", "application/json"]] } as const;
const HEADERS = ["X-Order-Id", "Order-Id", "X-Resource-Id", "X-Id"];
/** What is tried where every text could be read as another provided order as well: what parseInt and Number read. */
const AMBIGUOUS_TEXTS = ["{id}xyz", "{hexadecimal}"];

export const exactIds: Step = {
  id: "exact-ids",
  title: "an order is cancelled by its exact id only",
  clauses: [TEXTS, "cancel-unknown-not-found", ...COMPARED],
  async run(s) {
    const { exact: id, parallel = id, pendingNeeded } = s.orders;
    if (id === undefined || parallel === undefined) return s.report.withheld(CLAUSE, pendingNeeded);
    const list = s.lists.at(-1);

    await s.compare({ what: "cancellations with texts that are not an id", blame: TEXTS }, () =>
      trySimilarTexts(s, parallel),
    );
    await s.compare({ what: "cancellations with other ids", blame: CLAUSE }, async () => {
      await tryOtherPlaces(s, id);
      await trySimilarIds(s, id, list);
    });
  },
};

/** Sends texts that a lenient parser reads as the id of the order, and as that of no other order. */
async function trySimilarTexts(s: Session, id: bigint): Promise<void> {
  const others = s.provided.filter((other) => other !== id);
  const texts = SIMILAR_TEXTS.map((text) => fillId(text, id));
  const own = texts.filter((text) => {
    const read = idInterpretations(text);
    return !others.some((other) => read.has(other));
  });
  // Where each could be read as another provided order as well, what they change has several causes; success alone is clear.
  const sent = own.length > 0 ? own : AMBIGUOUS_TEXTS.map((text) => fillId(text, id));
  await tryTexts(s, sent, "violation");
}

/** Sends all similar ids, and judges the answers until the order itself has been asked for. */
async function trySimilarIds(s: Session, id: bigint, list: OrderList | undefined): Promise<void> {
  const twins = absolute(id) <= MAX_INT32 ? [BigInt(s.draw("{drawn}", id))] : [];
  const others = new Set([...similarIds(id), ...ownPetIds([id], list)]);
  const similar = [...twins, ...[...others].filter((other) => !s.provided.includes(other))];
  const exchanges = await s.all(similar.map(cancellationOf));
  for (const [nth, exchange] of exchanges.entries())
    if (!isForbidden(exchange) && !s.asked.has(id))
      await expectSimilarIdUnknown(s, exchange, id, similar[nth]!);
}

/**
 * A similar id gets 404. One that was provided as absent may have become an order of somebody else since: it was read as the order only
 * where that can no longer be cancelled.
 */
async function expectSimilarIdUnknown(
  s: Session,
  exchange: Exchange,
  id: bigint,
  other: bigint,
): Promise<void> {
  const status = statusOf(exchange);
  const how = ", which is similar to the id of an order,";
  if (status !== 409 && !isSuccess(exchange))
    return void expectAnswer(s, exchange, "order-unknown", other, how);
  const named = await s.send(cancellationOf(id));
  const why = `Cancelling ${other} gets ${status}, and then cancelling order ${id} gets ${describeAnswer(named)}`;
  if (s.drawn.has(other) || (isGone(named) && !wasInterrupted(s, id))) {
    const detail = { expected: "404", received: String(status) };
    const read = `${why}: ${other} is not an order and is read as ${id}.`;
    s.report.violated(CLAUSE, read, [exchange, named], detail);
  } else {
    const taken = `${other}, provided as absent, is an order now.`;
    s.report.advise("absent-id-taken", `${why}: ${taken}`, [exchange]);
    s.report.unproven(CLAUSE, `${taken} Provide another one: --absent ID.`);
  }
}

/**
 * Cancels a number beyond int64 whose lower 64 bits are the id, for which any refusal is a silence; and an unknown id, with the id beside
 * it: the one in the path counts (spec/rulings.md: the id of an order in the query, the body or a header of another request).
 */
async function tryOtherPlaces(s: Session, id: bigint): Promise<void> {
  const [wrapped, unknown] = [id + 2n ** 64n, s.draw()];
  const beside = `Cancelling the unknown id ${unknown} with the id ${id} in`;
  const members = NAMES.map((name) => `"${name}":${id},`).join("");
  const places: readonly (readonly [situation: string, call: Partial<OutgoingCall>])[] = [
    [`${wrapped} is beyond int64 and is read as ${id}: cancelling it`, cancellationOf(wrapped)],
    [`${beside} the query`, { query: [...NAMES, "ids"].map((name) => `${name}=${id}`).join("&") }],
    [`${beside} headers`, { headers: HEADERS.map((name) => [name, String(id)] as const) }],
    [`${beside} the body`, { ...JSON_BODY, body: `{${members}"ids":[${id}]}` }],
  ];
  const calls = places.map(([, call]) => ({ ...cancellationOf(unknown), ...call }));
  const exchanges = await s.all(calls);
  for (const [nth, [situation, { path }]] of places.entries())
    if (isSuccess(exchanges[nth]!)) {
      const expected = path === undefined ? "404" : "a refusal";
      violateAnswer(s, CLAUSE, [exchanges[nth]!], situation, expected);
    }
}
