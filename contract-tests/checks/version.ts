/** The version in the base address (section Versioning). */
import { VERSION_SEGMENT } from "../../spec/interface/operations.ts";
import { LIST_WITH_KEY } from "../client/exchange.ts";
import { describeAnswer, statusOf } from "./answer-status.ts";
import type { Check } from "./check.ts";

export const version: Check = {
  id: "version",
  area: "versioning",
  title: "the base address ends in the version",
  clauses: ["version-in-path"],
  async run(context) {
    const last = new URL(context.config.baseUrl).pathname.split("/").filter(Boolean).at(-1);
    const exchange = await context.send(LIST_WITH_KEY);
    if (last !== VERSION_SEGMENT) {
      const address = last === undefined ? "The base address has no path" : `The base address ends in "${last}"`;
      context.report.unproven("version-in-path", `${address}.`);
      return context.report.advise("base-address", `${address}, not in ${VERSION_SEGMENT}.`, [exchange]);
    }
    context.expectList(exchange);
    if ([200, 203].includes(statusOf(exchange) ?? 0)) return context.report.held("version-in-path");
    context.report.unproven("version-in-path", `Listing the orders at this address gets ${describeAnswer(exchange)}.`);
  },
};
