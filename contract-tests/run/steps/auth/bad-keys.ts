/**
 * Calls every operation without the good key: it must answer 401 before anything else, without an
 * effect.
 */
import { OPERATIONS } from "../../../../spec/interface/operations.ts";
import { cancellationOf, GET_PET, LIST_CALL, type OutgoingCall } from "../../../client/calls.ts";
import type { Credential } from "../../../client/credentials.ts";
import { type Exchange, header } from "../../../client/exchange.ts";
import { isElsewhere, isSuccess, outcomeOf, statusOf } from "../../../client/outcome.ts";
import { TOO_MANY_BAD_KEYS } from "../../../safety/gentle.ts";
import { OPERATION_KEYS, SHIPPED_KEYS } from "../../../tables/key-tables.ts";
import { LIST_KEYS_ELSEWHERE, ORDER_KEYS_ELSEWHERE } from "../../../tables/keys-elsewhere.ts";
import type { Table } from "../../../tables/table.ts";
import { WORD } from "../../../tables/texts.ts";
import { compare } from "../../session/lists/compare.ts";
import type { Session } from "../../session/session.ts";
import { observeStatus, violateAnswer } from "../answer-findings.ts";
import { ask, PET_WITHOUT_KEY, phraseOf } from "../ask.ts";
import { leftovers } from "../leftovers.ts";
import { sendRows } from "../rows.ts";
import type { Step } from "../step.ts";
import { expectKeyOnEachRequest } from "./each-request.ts";
import { expectRefused } from "./refusals.ts";

const LEFT_BEHIND_SENTENCE =
  "Cancelling a pending order without a key, with what responses to the good one have left behind,";
export const REFUSED_CANCELLATIONS = {
  what: "refused cancellations",
  blame: "auth-no-effect",
} as const;

const MS_OF_A_DAY = 24 * 60 * 60 * 1000;
/** We report a sunset that is nearer than this. */
const SUNSET_NEAR_DAYS = 90;

const OF_CANCELLATIONS = ["auth-first", "cancel-unauthorized", "not-found-error-body"] as const;

export const badKeys: Step = {
  id: "bad-keys",
  title: "every operation requires the key, before anything else, and without it changes nothing",
  clauses: [
    "auth-key-exact",
    "auth-each-request",
    "auth-first",
    "auth-no-effect",
    "auth-error-body",
    "list-unauthorized",
    "cancel-unauthorized",
    "pets-unauthorized",
  ],
  async run(s) {
    const { refused: id, pendingNeeded } = s.orders.provided;
    if (id === undefined) s.report.unproven("auth-no-effect", pendingNeeded);
    if (s.config.readOnly) s.report.unproven(OF_CANCELLATIONS, pendingNeeded);
    else
      await compare(s, REFUSED_CANCELLATIONS, async () => {
        if (id !== undefined) await tryOnPendingOrder(s, id);
        await tryOnOtherOrders(s);
      });
    await tryOnList(s);
    if (s.wants("auth-key-exact", "pets-unauthorized")) await tryOnPets(s);
  },
};

type BadKeyCall = Omit<OutgoingCall, "credential">;

export async function tryKeys(
  s: Session,
  call: BadKeyCall,
  keys: Table<Credential>,
): Promise<void> {
  const phrase = phraseOf(s, call);
  const exchanges = await sendRows(s, keys, (credential) => ({ ...call, credential }));
  const isLeftOut = ({ failure }: Exchange) => failure?.message === TOO_MANY_BAD_KEYS;
  if (exchanges.some(isLeftOut))
    s.report.unproven("auth-key-exact", "The run is gentle: it tries few bad keys.");
  for (const exchange of exchanges)
    if (!isLeftOut(exchange)) await expectRefused(s, phrase, exchange);
}

/** Tries the keys on the order that takes the place of another one. */
export async function tryKeysOnNext(s: Session, id: bigint): Promise<void> {
  await compare(s, REFUSED_CANCELLATIONS, () =>
    tryKeys(s, cancellationOf(id), OPERATION_KEYS.cancelOrder),
  );
}

/**
 * The lists show whether the calls had an effect, and so does the cancellation of the order in the
 * end (late-effects).
 */
async function tryOnPendingOrder(s: Session, id: bigint): Promise<void> {
  const call = cancellationOf(id);
  const good = s.exchanges.filter((one) => one.call.credential === "good");
  const isWanted = s.wants("auth-each-request", "auth-no-effect");
  const left = (isWanted ? leftovers(good) : []).map((leftover) => ({ ...call, ...leftover }));
  await tryKeys(s, call, OPERATION_KEYS.cancelOrder);
  for (const exchange of await s.all(left))
    if (isSuccess(exchange))
      violateAnswer(
        s,
        ["auth-each-request", "auth-no-effect"],
        [exchange],
        LEFT_BEHIND_SENTENCE,
        "401",
      );
}

/**
 * The service must ask for the key before it looks for the order: 401 comes before 404, 409 and
 * 400.
 */
async function tryOnOtherOrders(s: Session): Promise<void> {
  const call = cancellationOf(s.draw());
  if (s.orders.provided.refused === undefined) await tryKeys(s, call, OPERATION_KEYS.cancelOrder);
  else
    await ask(s, [
      { ...call, credential: "none" },
      { ...call, credential: "wrong" },
    ]);
  if (s.config.keyElsewhere === true) await tryKeys(s, call, ORDER_KEYS_ELSEWHERE);
  if (s.wants("auth-each-request"))
    await expectKeyOnEachRequest(s, call, (exchange) => statusOf(exchange) === 404);
  for (const id of s.orders.provided.shipped.slice(0, 1))
    await tryKeys(s, cancellationOf(id), SHIPPED_KEYS);

  if (!s.wants("cancel-unauthorized")) return;
  const exchange = await s.send({ ...cancellationOf(WORD), credential: "none" });
  const situation = "Cancelling without a key and with an orderId that is not an integer";
  if (isSuccess(exchange))
    return violateAnswer(s, "cancel-unauthorized", [exchange], situation, "401");
  const { kind, status } = outcomeOf(exchange);
  if (status === undefined || status === 401 || kind === "wait") return;
  const why = `${situation} gets ${status}; the key is required on every request.`;
  s.report.advise("malformed-before-key", why, [exchange]);
}

async function tryOnList(s: Session): Promise<void> {
  await tryKeys(s, LIST_CALL, OPERATION_KEYS.listOrders);
  if (s.config.keyElsewhere === true) await tryKeys(s, LIST_CALL, LIST_KEYS_ELSEWHERE);
  if (s.wants("auth-each-request")) await expectKeyOnEachRequest(s, LIST_CALL, isSuccess);
  if (!s.wants("auth-key-exact")) return;
  const spelled = statusOf(await s.send({ ...LIST_CALL, credential: "lower-case-scheme" }));
  if (spelled === 200) s.report.observe("scheme-case", "accepted");
  if (spelled === 401) s.report.observe("scheme-case", "refused");
}

/**
 * The deprecated operation requires the key; everything else about it is an open question (section
 * Other operations).
 */
async function tryOnPets(s: Session): Promise<void> {
  const { situations, unauthorized } = OPERATIONS.getPet;
  const [withoutKey] = await ask(s, [PET_WITHOUT_KEY]);
  const withKey = await s.send({ ...GET_PET, credential: "good" });
  observeStatus(s, withKey, situations.pets);
  expectNoNearSunset(s, withKey);

  const noRefusal = `No 401 was seen: the pets operation without a key gets ${statusOf(withoutKey!)}.`;
  if (isElsewhere(withoutKey!)) return s.report.unproven(unauthorized.clause, noRefusal);
  await tryKeys(s, GET_PET, OPERATION_KEYS.getPet);
  if (isSuccess(withKey) && s.tier === "thorough")
    await expectKeyOnEachRequest(s, GET_PET, isSuccess);
}

/**
 * Apps have to be ready before a sunset (RFC 8594). The contract says that there is one, but not
 * when (section Versioning).
 */
function expectNoNearSunset(s: Session, exchange: Exchange): void {
  const { response } = exchange;
  if (response === undefined) return;
  const names = ["deprecation", "sunset"].filter((name) => header(response, name) !== undefined);
  s.report.observe("deprecation-headers", names.length > 1 ? "both" : (names[0] ?? "none"));

  const date = header(response, "sunset") ?? "";
  const days = (Date.parse(date) - Date.now()) / MS_OF_A_DAY;
  // `days` is NaN if the text is not a date.
  if (!(days < SUNSET_NEAR_DAYS)) return;
  const when = days < 0 ? "has passed" : `is less than ${SUNSET_NEAR_DAYS} days away`;
  s.report.advise("sunset", `The sunset of the pets operation (${date}) ${when}.`, [exchange]);
}
