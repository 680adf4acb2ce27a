/** The version in the path, and what the contract leaves open around its operations: observed, never judged. */
import { VERSION_SEGMENT } from "../../spec/operations.ts";
import type { Check, Context } from "../check.ts";
import { header } from "../exchange.ts";
import { receivedOf, statusOf } from "./answers.ts";

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

export const surroundings: Check = {
  id: "surroundings",
  area: "versioning",
  title: "what the contract leaves open is observed",
  clauses: [],
  async run(context) {
    const list = { path: "/store/orders", credential: "good" } as const;
    await observeStatus(context, { ...list, method: "HEAD" }, "head", {
      200: "like-get",
      405: "refused",
      404: "refused",
    });
    await observeStatus(context, { ...list, method: "GET", path: "/store/orders/1" }, "other-methods", {
      405: "not-allowed",
      404: "not-found",
    });
    const other = await context.send({ ...list, method: "GET", path: "/store/no-such-path" });
    if (statusOf(other) === 404) context.observe("other-paths", other.response?.body.length === 0 ? "empty" : "error");
    else context.observe("other-paths", receivedOf(other));
    const preflight = await context.send({
      method: "OPTIONS",
      path: list.path,
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

async function observeStatus(
  context: Context,
  call: Parameters<Context["send"]>[0],
  silence: Parameters<Context["observe"]>[0],
  answers: Readonly<Record<number, string>>,
): Promise<void> {
  const exchange = await context.send(call);
  const status = statusOf(exchange);
  context.observe(silence, (status !== undefined && answers[status]) || receivedOf(exchange));
}
