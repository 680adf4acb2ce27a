/** What a list says of itself in its headers: that it is a part, and of how many orders (sections List orders, Limits). */
import type { Sink } from "./body.ts";
import { type Exchange, header, type Response } from "./exchange.ts";

/** Judges the headers of a whole list of `count` orders, asked for without any parameter: clause list-unpaged. */
export function judgePageHints(exchange: Exchange, count: number, sink: Sink): void {
  const { response } = exchange;
  if (response === undefined) return;
  const violate = (what: string) =>
    sink.violated("list-unpaged", `The list says that it is a page: ${what}.`, [exchange], {
      expected: "the whole list",
      received: what,
    });
  const link = fields(response, "link").find((value) => /;\s*rel\s*=\s*"?(?:[^",;]*\s)?next\b/i.test(value));
  if (link !== undefined) violate(`Link: ${link}`);
  const range = header(response, "content-range");
  // A byte range is a matter of transport; any other unit counts orders.
  const [, unit, total] = /^\s*([^\s]+)\s.*\/\s*(\d{1,18})\s*$/.exec(range ?? "") ?? [];
  if (unit !== undefined && !/^bytes$/i.test(unit) && Number(total) > count) violate(`Content-Range: ${range}`);
  for (const name of TOTALS) {
    const value = header(response, name)?.trim() ?? "";
    // What such a count counts nobody says: it may hold cancelled orders.
    if (/^\d{1,18}$/.test(value) && Number(value) > count)
      sink.advise("list-total", `The list holds ${count} orders, and ${name} says ${value}.`, [exchange]);
  }
}

const TOTALS = ["X-Total-Count", "X-Total", "Total-Count", "X-Pagination-Total-Count"];

function fields({ headers }: Response, name: string): string[] {
  return headers.filter(([given]) => given.toLowerCase() === name).flatMap(([, value]) => value.split(/,(?=\s*<)/));
}
