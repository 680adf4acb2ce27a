/** Behaviour that the contract leaves open: the answers are recorded, not judged. */
import { match } from "../../../spec/interface/match.ts";
import { LIST_CALL, type OutgoingCall, orderPath } from "../../client/calls.ts";
import { header } from "../../client/exchange.ts";
import { describeAnswer, statusOf } from "../../client/outcome.ts";
import { observeStatus, type QuestionAnswers } from "./answer-findings.ts";
import type { Step } from "./step.ts";

/** A method that the contract does not declare for the path of an order. */
export const OTHER_METHOD = ["GET", "PUT"].find(
  (method) => match(method, orderPath(1n)).operation === undefined,
)!;
/** A path that stands for all undocumented ones. */
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

/**
 * Open questions that the status of a call answers. The call is a GET with the key unless it says
 * otherwise.
 */
const ANSWERED_BY_STATUS: readonly (QuestionAnswers & { readonly call: Partial<OutgoingCall> })[] =
  [
    {
      question: "head",
      call: { ...LIST_CALL, method: "HEAD" },
      answers: { 200: "like-get", 404: "refused", 405: "refused" },
    },
    {
      question: "other-methods",
      call: { method: OTHER_METHOD, path: orderPath(1n) },
      answers: { 405: "not-allowed", 404: "not-found" },
    },
    {
      question: "other-paths-key",
      call: { credential: "none" },
      answers: { 401: "asked", 404: "open" },
    },
    {
      question: "trailing-slash",
      call: { path: orderPath("") },
      answers: { 200: "accepted", 404: "not-found" },
    },
    {
      question: "path-case",
      call: { path: "/Store/Orders" },
      answers: { 200: "ignored", 404: "exact" },
    },
  ];

export const openQuestions: Step = {
  id: "open-questions",
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
