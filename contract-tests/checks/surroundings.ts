/** The version in the path, and what the contract leaves open around its operations: observed, never judged. */
import type { SilenceId } from "../../spec/clauses/index.ts";
import { VERSION_SEGMENT } from "../../spec/operations.ts";
import { UNSHOWN_PATH } from "../../spec/situations.ts";
import type { Check } from "../check.ts";
import { type Call, header } from "../exchange.ts";
import { isForbidden, receivedOf, statusOf } from "./answers.ts";

export const version: Check = {
  id: "version",
  area: "versioning",
  title: "the base address ends in the version",
  clauses: ["version-in-path"],
  async run(context) {
    const last = new URL(context.baseUrl).pathname.split("/").filter(Boolean).at(-1);
    const exchange = await context.send({ method: "GET", path: "/store/orders", credential: "good" });
    if (last !== VERSION_SEGMENT) {
      context.unproven(
        "version-in-path",
        `The base address ends in ${last === undefined ? "no segment" : `"${last}"`}.`,
      );
      return context.advise(
        "base-address",
        `The base address ends in ${last === undefined ? "no segment" : `"${last}"`}, not in ${VERSION_SEGMENT}.`,
        [exchange],
      );
    }
    context.readList(exchange);
    if (statusOf(exchange) === 200) context.held("version-in-path");
    else context.unproven("version-in-path", `The list below it gets ${receivedOf(exchange)}.`);
  },
};

/** A page that no deployment knows. */
const ORIGIN = "https://app.example";

/** Silences that the status of one call answers. */
const PROBES: readonly (readonly [SilenceId, Partial<Call> & Pick<Call, "path">, Readonly<Record<number, string>>])[] =
  [
    ["head", { method: "HEAD", path: "/store/orders" }, { 200: "like-get", 405: "refused", 404: "refused" }],
    ["other-methods", { path: "/store/orders/1" }, { 405: "not-allowed", 404: "not-found" }],
    ["other-paths-key", { path: UNSHOWN_PATH, credential: "none" }, { 401: "asked", 404: "open" }],
    ["trailing-slash", { path: "/store/orders/" }, { 200: "accepted", 404: "not-found" }],
    ["path-case", { path: "/Store/Orders" }, { 200: "ignored", 404: "exact" }],
  ];

export const surroundings: Check = {
  id: "surroundings",
  area: "versioning",
  title: "what the contract leaves open is observed",
  clauses: [],
  async run(context) {
    for (const [silence, call, answers] of PROBES) {
      const exchange = await context.send({ method: "GET", credential: "good", ...call });
      const status = statusOf(exchange);
      if (!isForbidden(exchange))
        context.observe(silence, (status !== undefined && answers[status]) || receivedOf(exchange));
    }
    const other = await context.send({ method: "GET", path: UNSHOWN_PATH, credential: "good" });
    if (statusOf(other) === 404) context.observe("other-paths", other.response?.body.length === 0 ? "empty" : "error");
    else context.observe("other-paths", receivedOf(other));
    const preflight = await context.send({
      method: "OPTIONS",
      path: "/store/orders",
      credential: "none",
      headers: [
        ["Origin", ORIGIN],
        ["Access-Control-Request-Method", "GET"],
        ["Access-Control-Request-Headers", "authorization"],
      ],
    });
    if (preflight.response === undefined) return;
    const allowed = header(preflight.response, "access-control-allow-origin");
    context.observe("cors", allowed === "*" || allowed === ORIGIN ? "any" : "none");
  },
};
