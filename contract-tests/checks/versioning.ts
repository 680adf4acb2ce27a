/**
 * The version in the base address (section Versioning), and behaviour around the operations of this version that the contract does not
 * specify: observed, and judged only where it shows orders without a key.
 */
import { match } from "../../spec/interface/match.ts";
import { VERSION_SEGMENT } from "../../spec/interface/operations.ts";
import { holdsOrders } from "../assertions/holds-orders.ts";
import {
  type Exchange,
  header,
  LIST_CALL,
  LIST_WITH_KEY,
  type OutgoingCall,
  orderPath,
} from "../client/exchange.ts";
import { describeAnswer, type Open, observeAnswer, statusOf } from "./answer-status.ts";
import { violateShown } from "./auth/auth-spellings.ts";
import type { Check, CheckContext } from "./check.ts";

/** A method that the path of an order does not have. */
export const OTHER_METHOD = ["GET", "PUT"].find(
  (method) => match(method, orderPath(1n)).operation === undefined,
)!;
/** The path that represents all undocumented ones. */
const UNDOCUMENTED_PATH = "/store/no-such-path";
/** An origin that no deployment knows. */
const FOREIGN_ORIGIN = "https://app.example";

export const version: Check = {
  id: "version",
  area: "versioning",
  title: "the base address ends in the version",
  clauses: ["version-in-path"],
  async run(context) {
    const last = new URL(context.config.baseUrl).pathname.split("/").filter(Boolean).at(-1);
    const exchange = await context.send(LIST_WITH_KEY);
    if (last !== VERSION_SEGMENT) {
      const address =
        last === undefined ? "The base address has no path" : `The base address ends in "${last}"`;
      context.report.unproven("version-in-path", `${address}.`);
      return context.report.advise("base-address", `${address}, not in ${VERSION_SEGMENT}.`, [
        exchange,
      ]);
    }
    context.expectList(exchange);
    if ([200, 203].includes(statusOf(exchange) ?? 0)) return context.report.held("version-in-path");
    context.report.unproven(
      "version-in-path",
      `Listing the orders at this address gets ${describeAnswer(exchange)}.`,
    );
  },
};

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

export const unspecified: Check = {
  id: "unspecified",
  area: "versioning",
  title: "behaviour that the contract does not specify is observed",
  clauses: ["list-unauthorized"],
  async run(context) {
    await Promise.all([
      ...STATUS_SILENCES.map(([call, answers]) =>
        observeAnswer(context, { method: "GET", credential: "good", ...call }, answers),
      ),
      observeOtherPath(context),
      observeCors(context),
      expectOrdersHidden(context, { ...LIST_CALL, method: "HEAD", credential: "none" }),
    ]);
  },
};

async function observeOtherPath(context: CheckContext): Promise<void> {
  const other = await context.send({ method: "GET", path: UNDOCUMENTED_PATH, credential: "good" });
  const body = other.response?.body.length === 0 ? "empty" : "error";
  context.report.observe("other-paths", statusOf(other) === 404 ? body : describeAnswer(other));
}

async function observeCors(context: CheckContext): Promise<void> {
  const preflight = await expectOrdersHidden(context, {
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
  context.report.observe("cors", allowed === "*" || allowed === FOREIGN_ORIGIN ? "any" : "none");
}

/** Any answer to a call without a key is a silence; orders in it are a violation. */
async function expectOrdersHidden(context: CheckContext, call: OutgoingCall): Promise<Exchange> {
  const exchange = await context.send(call);
  const list = context.ledger.lists.at(-1);
  if (list !== undefined && holdsOrders(exchange, list)) violateShown(context, exchange);
  return exchange;
}
