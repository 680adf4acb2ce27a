/** Evidence of one exchange: shortened, safe to print, with the curl line that repeats the request. */
import type { Evidence, ViolationDetail } from "../assertions/finding.ts";
import { CREDENTIALS } from "../client/credentials.ts";
import { bareUrl, curlLine } from "../client/curl.ts";
import type { Exchange, Response } from "../client/exchange.ts";
import { bodyExcerpt } from "./body-excerpt.ts";
import { shortLine } from "./short-line.ts";

/** UTF-16 units of all headers. Together with the other limits, an evidence has about 2 KB. */
const MAX_HEADERS = 600;

/** Headers that clauses and silences are about; others are counted only. */
const SHOWN_HEADERS = new Set(
  `content-type content-length content-encoding content-range transfer-encoding location www-authenticate retry-after allow
   link deprecation sunset access-control-allow-origin x-total-count x-next-page`.split(/\s+/),
);

export function evidenceOf(exchange: Exchange, detail?: ViolationDetail): Evidence {
  return { request: requestText(exchange), response: responseText(exchange, detail), curl: curlLine(exchange) };
}

function requestText({ call, url }: Exchange): string {
  const query = call.query === undefined ? "" : `?${call.query}`;
  return [
    shortLine(`${call.method} ${bareUrl(url)}${query}`),
    CREDENTIALS[call.credential].display,
    ...(call.headers ?? []).map(([name, value]) => shortLine(`${name}: ${value}`)),
  ].join("\n");
}

function responseText({ response, failure }: Exchange, detail?: ViolationDetail): string {
  const failed = failure === undefined ? [] : [shortLine(`(${failure.kind}: ${failure.message})`)];
  if (response === undefined) return failed.join("") || "(no response)";
  return [
    ...response.informational.map((status) => `HTTP/${response.httpVersion} ${status}`),
    shortLine(`HTTP/${response.httpVersion} ${response.status} ${response.reason}`.trimEnd()),
    ...headerLines(response),
    "",
    ...bodyExcerpt(response, detail),
    ...(response.trailingBytes > 0
      ? [`(${count(response.trailingBytes, "byte")} after a response without content)`]
      : []),
    ...failed,
  ].join("\n");
}

function headerLines({ headers }: Response): string[] {
  const lines: string[] = [];
  let left = MAX_HEADERS;
  for (const [name, value] of headers.filter(([field]) => SHOWN_HEADERS.has(field.toLowerCase()))) {
    const line = shortLine(`${name}: ${value}`);
    left -= line.length;
    if (left > 0) lines.push(line);
  }
  const others = headers.length - lines.length;
  return others > 0 ? [...lines, `(and ${count(others, "more header")})`] : lines;
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}
