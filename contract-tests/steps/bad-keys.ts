/** Every operation without the good key: 401 before anything else, and no effect. */
import { OPERATIONS } from "../../spec/interface/operations.ts";
import { asksToWait, isElsewhere, isSuccess, statusOf } from "../client/answer.ts";
import { GET_PET, LIST_CALL, type OutgoingCall, orderPath } from "../client/calls.ts";
import { CREDENTIALS, type Credential } from "../client/credentials.ts";
import { type Exchange, header } from "../client/exchange.ts";
import { TOO_MANY_BAD_KEYS } from "../safety/gentle.ts";
import { compare } from "../session/compare.ts";
import type { Session } from "../session/session.ts";
import { observeStatus, violateAnswer } from "./answers.ts";
import { ask, PET_WITHOUT_KEY, phraseOf } from "./ask.ts";
import { expectKeyOnEachRequest } from "./each-request.ts";
import { alternativeKeys, LIST_KEYS, ORDER_KEYS, PETS_KEYS, SPECIAL_KEYS } from "./keys.ts";
import { leftovers } from "./leftovers.ts";
import { expectRefused } from "./refusals.ts";
import type { Step } from "./step.ts";
import { WORD } from "./texts.ts";

const LEFT_BEHIND =
  "Cancelling a pending order without a key, with what responses to the good one have left behind,";
export const ACT = { what: "refused cancellations", blame: "auth-no-effect" } as const;

const DAY_MS = 24 * 60 * 60 * 1000;
/** A sunset that comes sooner is reported. */
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
    const { refused: id, pendingNeeded } = s.orders;
    if (id === undefined) s.report.skipped("auth-no-effect", pendingNeeded);
    else await tryOnPendingOrder(s, id);
    if (s.config.readOnly) s.report.skipped(OF_CANCELLATIONS, pendingNeeded);
    else await compare(s, ACT, () => tryOnUnknownOrder(s));
    await tryOnList(s);
    await tryOnPets(s);
  },
};

type Call = Omit<OutgoingCall, "credential">;

export async function tryKeys(s: Session, call: Call, keys: readonly Credential[]): Promise<void> {
  const phrase = phraseOf(s, call);
  const exchanges = await s.all(keys.map((credential) => ({ ...call, credential })));
  const isLeftOut = ({ failure }: Exchange) => failure?.message === TOO_MANY_BAD_KEYS;
  const names = exchanges.filter(isLeftOut).map(({ call }) => CREDENTIALS[call.credential].name);
  if (names.length > 0)
    s.report.unproven("auth-key-exact", `The run is gentle, and does not try ${names.join(", ")}.`);
  for (const exchange of exchanges)
    if (!isLeftOut(exchange)) await expectRefused(s, phrase, exchange);
}

/** The lists show whether they had an effect, and so does the cancellation of the order in the end (late-effects). */
async function tryOnPendingOrder(s: Session, id: bigint): Promise<void> {
  const call = { method: "DELETE", path: orderPath(id) };
  const good = s.exchanges.filter((one) => one.call.credential === "good");
  const left = leftovers(good).map((leftover) => ({ ...call, ...leftover }));
  await compare(s, ACT, async () => {
    await tryKeys(s, call, s.some(ORDER_KEYS, 16));
    for (const exchange of await s.all(left))
      if (isSuccess(exchange))
        violateAnswer(s, ["auth-each-request", "auth-no-effect"], [exchange], LEFT_BEHIND, "401");
  });
}

/** With a pending order, ORDER_KEYS were tried on that; in a thorough run, SPECIAL_KEYS follow in the step together. */
async function tryOnUnknownOrder(s: Session): Promise<void> {
  const call = { method: "DELETE", path: orderPath(s.draw()) };
  const isTried = s.orders.refused !== undefined;
  const keys = [
    ...(isTried ? s.some(["none", "wrong"] as const, 1) : s.some(ORDER_KEYS, 12, 4)),
    ...(isTried && s.isParallel && s.isThorough ? [] : s.some(SPECIAL_KEYS, 2, 0)),
    ...s.some(alternativeKeys(s), 0),
  ];
  await tryKeys(s, call, keys);
  await expectKeyOnEachRequest(s, call, (exchange) => statusOf(exchange) === 404);

  const path = orderPath(WORD);
  const exchange = await s.send({ method: "DELETE", path, credential: "none" });
  const situation = "Cancelling without a key and with an orderId that is not an integer";
  if (isSuccess(exchange))
    return violateAnswer(s, "cancel-unauthorized", [exchange], situation, "401");
  const status = statusOf(exchange);
  if (status === undefined || status === 401 || asksToWait(exchange)) return;
  const why = `${situation} gets ${status}; the key is required on every request.`;
  s.report.advise("malformed-before-key", why, [exchange]);
}

async function tryOnList(s: Session): Promise<void> {
  await tryKeys(s, LIST_CALL, [...s.some(LIST_KEYS, LIST_KEYS.length, 4), ...alternativeKeys(s)]);
  await expectKeyOnEachRequest(s, LIST_CALL, isSuccess);
  const spelled = statusOf(await s.send({ ...LIST_CALL, credential: "lower-case-scheme" }));
  if (spelled === 200) s.report.observe("scheme-case", "accepted");
  if (spelled === 401) s.report.observe("scheme-case", "refused");
}

/** The deprecated operation requires the key; everything else is a silence (section Other operations). */
async function tryOnPets(s: Session): Promise<void> {
  const { situations, unauthorized } = OPERATIONS.getPet;
  const [withoutKey] = await ask(s, [PET_WITHOUT_KEY]);
  const withKey = await s.send({ ...GET_PET, credential: "good" });
  observeStatus(s, withKey, situations.pets);
  expectNoNearSunset(s, withKey);

  if (isElsewhere(statusOf(withoutKey!) ?? 0)) return s.report.held(unauthorized.clause);
  await tryKeys(s, GET_PET, s.some(PETS_KEYS, 4, 1));
  if (isSuccess(withKey) && s.isThorough) await expectKeyOnEachRequest(s, GET_PET, isSuccess);
}

/** Apps have to be ready before a sunset (RFC 8594); the contract says that there is one, and not when (section Versioning). */
function expectNoNearSunset(s: Session, exchange: Exchange): void {
  const { response } = exchange;
  if (response === undefined) return;
  const names = ["deprecation", "sunset"].filter((name) => header(response, name) !== undefined);
  s.report.observe("deprecation-headers", names.length > 1 ? "both" : (names[0] ?? "none"));

  const date = header(response, "sunset") ?? "";
  const days = (Date.parse(date) - Date.now()) / DAY_MS;
  // It is not a number where the text is not a date.
  if (!(days < SUNSET_NEAR_DAYS)) return;
  const when = days < 0 ? "has passed" : `is less than ${SUNSET_NEAR_DAYS} days away`;
  s.report.advise("sunset", `The sunset of the pets operation (${date}) ${when}.`, [exchange]);
}
