/** Headers by which a list says that it is only a page, or how many orders there are (sections List orders, Limits). */
import { type Exchange, header, type OutgoingCall, type Response } from "../client/exchange.ts";
import type { Recorder } from "./finding.ts";

/** Whether a list call asks for no part of the list, in a query or in a header. */
export function asksForWholeList({ query, headers = [] }: OutgoingCall): boolean {
  return query === undefined && headers.every(([name]) => /^(accept|cache-control)$/i.test(name));
}

/** Judges the headers of a list of `count` orders that was asked for as a whole: clause list-unpaged. */
export function assertNoPagination(exchange: Exchange, count: number, recorder: Recorder): void {
  const { response } = exchange;
  if (response === undefined) return;
  const violate = (received: string) =>
    recorder.violated("list-unpaged", `A header says that the list is a page: ${received}.`, [exchange], {
      expected: "the whole list",
      received,
    });
  const link = links(response).find((value) => relationTypes(value).includes("next"));
  if (link !== undefined) violate(`Link: ${link}`);
  const range = header(response, "content-range");
  // Bytes are a matter of transport; any other unit counts orders.
  const [, unit, total] = /^\s*([^\s]+)\s.*\/\s*(\d{1,18})\s*$/.exec(range ?? "") ?? [];
  if (unit !== undefined && !/^bytes$/i.test(unit) && Number(total) > count) violate(`Content-Range: ${range}`);
  for (const name of TOTAL_HEADERS) {
    const value = header(response, name)?.trim() ?? "";
    // Only advice: the meaning of the number is not specified, it may include cancelled orders.
    if (/^\d{1,18}$/.test(value) && Number(value) > count)
      recorder.advise("list-total", `The list holds ${count} orders, but ${name} is ${value}.`, [exchange]);
  }
}

const TOTAL_HEADERS = ["X-Total-Count", "X-Total", "Total-Count", "X-Pagination-Total-Count"];

/** The targets of the links with one of these relation types, as they were received. */
export function linkTargets(response: Response, types: readonly string[]): string[] {
  return links(response)
    .filter((link) => relationTypes(link).some((type) => types.includes(type)))
    .map((link) => /<([^>]*)>/.exec(link)?.[1] ?? "");
}

/** The values of all Link fields, which are separated by commas before `<` (RFC 8288, section 3). */
function links({ headers }: Response): string[] {
  return headers.filter(([given]) => given.toLowerCase() === "link").flatMap(([, value]) => value.split(/,(?=\s*<)/));
}

const PARAMETER = /;\s*([^\s=;,"]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g;

/** The relation types of a link, in lower case. Only the first `rel` counts (RFC 8288, section 3.3). */
function relationTypes(link: string): string[] {
  for (const [, name = "", quoted, token = ""] of link.replace(/^\s*<[^>]*>/, "").matchAll(PARAMETER))
    if (name.toLowerCase() === "rel") return (quoted ?? token).toLowerCase().trim().split(/\s+/);
  return [];
}
