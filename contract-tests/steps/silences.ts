/** Behaviour around the operations that the contract does not specify: observed, and judged only where it shows orders without a key. */
import { match } from "../../spec/interface/match.ts";
import { holdsOrders } from "../assertions/holds-orders.ts";
import {
  type Exchange,
  header,
  LIST_CALL,
  type OutgoingCall,
  orderPath,
} from "../client/exchange.ts";
import type { Session } from "../session/session.ts";
import { describeAnswer, type Open, observeStatus, statusOf } from "./answers.ts";
import { violateShown } from "./openings.ts";
import type { Step } from "./step.ts";

/** A method that the path of an order does not have. */
export const OTHER_METHOD = ["GET", "PUT"].find(
  (method) => match(method, orderPath(1n)).operation === undefined,
)!;
/** The path that represents all undocumented ones. */
const UNDOCUMENTED_PATH = "/store/no-such-path";
/** An origin that no deployment knows. */
const FOREIGN_ORIGIN = "https://app.example";

/** Calls whose status answers a silence. */
const STATUS_SILENCES: readonly (readonly [
  Pick<OutgoingCall, "path"> & Partial<OutgoingCall>,
  Open,
])[] = [
  [
    { ...LIST_CALL, method: "HEAD" },
    { silence: "head", answers: { 200: "like-get", 404: "refused", 405: "refused" } },
  ],
  [
    { method: OTHER_METHOD, path: orderPath(1n) },
    { silence: "other-methods", answers: { 405: "not-allowed", 404: "not-found" } },
  ],
  [
    { path: UNDOCUMENTED_PATH, credential: "none" },
    { silence: "other-paths-key", answers: { 401: "asked", 404: "open" } },
  ],
  [
    { path: orderPath("") },
    { silence: "trailing-slash", answers: { 200: "accepted", 404: "not-found" } },
  ],
  [{ path: "/Store/Orders" }, { silence: "path-case", answers: { 200: "ignored", 404: "exact" } }],
];

export const silences: Step = {
  id: "silences",
  title: "behaviour that the contract does not specify is observed",
  clauses: ["list-unauthorized"],
  async run(s) {
    const calls = STATUS_SILENCES.map(([call]): OutgoingCall => {
      return { method: "GET", credential: "good", ...call };
    });
    for (const [nth, exchange] of (await s.all(calls)).entries())
      observeStatus(s, exchange, STATUS_SILENCES[nth]![1]);

    await observeOtherPath(s);
    await observeCors(s);
    await expectOrdersHidden(s, { ...LIST_CALL, method: "HEAD", credential: "none" });
  },
};

async function observeOtherPath(s: Session): Promise<void> {
  const other = await s.send({ method: "GET", path: UNDOCUMENTED_PATH, credential: "good" });
  const body = other.response?.body.length === 0 ? "empty" : "error";
  s.report.observe("other-paths", statusOf(other) === 404 ? body : describeAnswer(other));
}

async function observeCors(s: Session): Promise<void> {
  const preflight = await expectOrdersHidden(s, {
    ...LIST_CALL,
    method: "OPTIONS",
    credential: "none",
    headers: [
      ["Origin", FOREIGN_ORIGIN],
      ["Access-Control-Request-Method", "GET"],
      ["Access-Control-Request-Headers", "authorization"],
    ],
  });
  if (preflight.response === undefined) return;
  const allowed = header(preflight.response, "access-control-allow-origin");
  s.report.observe("cors", allowed === "*" || allowed === FOREIGN_ORIGIN ? "any" : "none");
}

/** Any answer to a call without a key is a silence; orders in it are a violation. */
async function expectOrdersHidden(s: Session, call: OutgoingCall): Promise<Exchange> {
  const exchange = await s.send(call);
  const list = s.lists.at(-1);
  if (list !== undefined && holdsOrders(exchange, list)) violateShown(s, exchange);
  return exchange;
}
