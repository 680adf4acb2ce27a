/**
 * The status and the headers of a response to listOrders, which say whether there is a list,
 * whether it is only a page, and how many orders there are (sections List orders, Limits).
 */

import { type Exchange, header, type Response } from "../../client/exchange.ts";
import { outcomeOf } from "../../client/outcome.ts";
import type { Recorder } from "./finding.ts";

/**
 * True if the response to a plain list call with the good key has a list. Records what its status
 * shows.
 */
export function expectListStatus(exchange: Exchange, recorder: Recorder): boolean {
  const { response, failure } = exchange;
  const { kind } = outcomeOf(exchange);
  if (kind === "not sent") return false;
  if (failure?.kind === "too-large") {
    recorder.unproven("list-ok", `The list was not read: ${failure.message}.`);
    return false;
  }
  if (failure !== undefined || response === undefined) {
    const received = failure?.message.replace(/\.$/, "") ?? "no response";
    const why = `Listing the orders gets no complete response: ${received}.`;
    recorder.violated("list-ok", why, [exchange], { expected: "200 with the orders", received });
    return false;
  }
  const { status } = response;
  if (status === 200) recorder.held("list-ok", "auth-good-key");
  if (status === 203) {
    recorder.advise("status-203", "The list has status 203, which means that a proxy changed it.", [
      exchange,
    ]);
    recorder.held("auth-good-key");
  }
  if (status === 200 || status === 203) return true;
  if (kind === "wait") {
    const why = `The deployment delays the list (${status}) for longer than the run waits.`;
    recorder.unproven("list-ok", why);
  } else {
    const why = `Listing the orders with the good key gets ${status}.`;
    const clause = status === 401 ? "auth-good-key" : "list-ok";
    recorder.violated(clause, why, [exchange], { expected: "200", received: String(status) });
  }
  return false;
}

const TOTAL_HEADERS = ["X-Total-Count", "X-Total", "Total-Count", "X-Pagination-Total-Count"];

/**
 * Judges the headers of a list of `count` orders that we asked for as a whole (clause
 * list-unpaged).
 */
export function assertNoPagination(
  exchange: Exchange,
  response: Response,
  count: number,
  recorder: Recorder,
): void {
  const violate = (received: string) =>
    recorder.violated(
      "list-unpaged",
      `A header says that the list is a page: ${received}.`,
      [exchange],
      {
        expected: "the whole list",
        received,
      },
    );
  const [link] = linksOf(response, ["next"]);
  if (link !== undefined) violate(`Link: ${link}`);
  const range = header(response, "content-range");
  // A range of bytes is a matter of transport; any other unit counts orders.
  const [, unit, total] = /^\s*([^\s]+)\s.*\/\s*(\d{1,18})\s*$/.exec(range ?? "") ?? [];
  if (unit !== undefined && !/^bytes$/i.test(unit) && Number(total) > count)
    violate(`Content-Range: ${range}`);
  for (const name of TOTAL_HEADERS) {
    const value = header(response, name)?.trim() ?? "";
    // This is only advice: the contract does not define the number, which may include cancelled
    // orders.
    if (/^\d{1,18}$/.test(value) && Number(value) > count)
      recorder.advise("list-total", `The list holds ${count} orders, but ${name} is ${value}.`, [
        exchange,
      ]);
  }
}

/** Returns the targets of the links with one of these relation types, as they were received. */
export function linkTargets(response: Response, types: readonly string[]): string[] {
  return linksOf(response, types).map((link) => /<([^>]*)>/.exec(link)?.[1] ?? "");
}

/**
 * Returns the values of all Link fields; a comma before `<` separates them (RFC 8288, section 3).
 */
function linksOf({ headers }: Response, types: readonly string[]): string[] {
  const fields = headers.filter(([name]) => name.toLowerCase() === "link");
  const links = fields.flatMap(([, value]) => value.split(/,(?=\s*<)/));
  return links.filter((link) => relationTypes(link).some((type) => types.includes(type)));
}

const PARAMETER = /;\s*([^\s=;,"]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g;

/**
 * Returns the relation types of a link, in lower case. Only the first `rel` counts (RFC 8288,
 * section 3.3).
 */
function relationTypes(link: string): string[] {
  for (const [, name = "", quoted, token = ""] of link
    .replace(/^\s*<[^>]*>/, "")
    .matchAll(PARAMETER))
    if (name.toLowerCase() === "rel") return (quoted ?? token).toLowerCase().trim().split(/\s+/);
  return [];
}
