/** Behaviour around the operations that the contract does not specify: observed, not judged. */
import { match } from "../../../spec/interface/match.ts";
import { LIST_CALL, type OutgoingCall, orderPath } from "../../client/calls.ts";
import { header } from "../../client/exchange.ts";
import { describeAnswer, statusOf } from "../../client/outcome.ts";
import { type Open, observeStatus } from "./answers.ts";
import type { Step } from "./step.ts";

/** A method that the path of an order does not have. */
export const OTHER_METHOD = ["GET", "PUT"].find(
  (method) => match(method, orderPath(1n)).operation === undefined,
)!;
/** The path that represents all undocumented ones. */
const UNDOCUMENTED = { method: "GET", path: "/store/no-such-path", credential: "good" } as const;
/** An origin that no deployment knows. */
const FOREIGN_ORIGIN = "https://app.example";
export const PREFLIGHT: OutgoingCall = {
  ...LIST_CALL,
  method: "OPTIONS",
  credential: "none",
  headers: [
    ["Origin", FOREIGN_ORIGIN],
    ["Access-Control-Request-Method", "GET"],
    ["Access-Control-Request-Headers", "authorization"],
  ],
};

/** Silences that the status of a call answers: GET with the key, if nothing else is said. */
const ANSWERED_BY_STATUS: readonly (Open & { readonly call: Partial<OutgoingCall> })[] = [
  {
    silence: "head",
    call: { ...LIST_CALL, method: "HEAD" },
    answers: { 200: "like-get", 404: "refused", 405: "refused" },
  },
  {
    silence: "other-methods",
    call: { method: OTHER_METHOD, path: orderPath(1n) },
    answers: { 405: "not-allowed", 404: "not-found" },
  },
  {
    silence: "other-paths-key",
    call: { credential: "none" },
    answers: { 401: "asked", 404: "open" },
  },
  {
    silence: "trailing-slash",
    call: { path: orderPath("") },
    answers: { 200: "accepted", 404: "not-found" },
  },
  {
    silence: "path-case",
    call: { path: "/Store/Orders" },
    answers: { 200: "ignored", 404: "exact" },
  },
];

export const silences: Step = {
  id: "silences",
  title: "behaviour that the contract does not specify is observed",
  clauses: [],
  async run(s) {
    const calls = ANSWERED_BY_STATUS.map(({ call }) => ({ ...UNDOCUMENTED, ...call }));
    for (const [nth, exchange] of (await s.all(calls)).entries())
      observeStatus(s, exchange, ANSWERED_BY_STATUS[nth]!);

    const other = await s.send(UNDOCUMENTED);
    const body = other.response?.body.length === 0 ? "empty" : "error";
    s.report.observe("other-paths", statusOf(other) === 404 ? body : describeAnswer(other));

    const { response } = await s.send(PREFLIGHT);
    const allowed = response && header(response, "access-control-allow-origin");
    const isAny = allowed === "*" || allowed === FOREIGN_ORIGIN;
    if (response !== undefined) s.report.observe("cors", isAny ? "any" : "none");
  },
};
