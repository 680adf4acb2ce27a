/**
 * Writes passing exchanges to a file as entries of an HTTP Archive (HAR 1.2), with the keys masked.
 * A file named `.ndjson` has one entry per line.
 */
import { appendFileSync, closeSync, openSync } from "node:fs";
import { describeSystemError } from "../../../spec/errors/system-error.ts";
import { stringifyJson } from "../../../spec/json/json.ts";
import { VERSION } from "../../../spec/version.ts";
import { durationOf, type Exchange, header, type Response } from "../../client/exchange.ts";
import { LEFT_OUT, type Redactor } from "../../client/masking/redaction.ts";
import { maskTexts } from "../../report/redact-report.ts";
import { utf8Content } from "../../run/assertions/body.ts";
import type { ObservedExchange } from "../observe.ts";
import { recordingError } from "./recording-errors.ts";

export type HarRecorder = ReturnType<typeof openRecorder>;

const CREATOR = stringifyJson({ name: "orders-kit", version: VERSION });

/**
 * `epoch` is when the exchanges' clock was 0. Each exchange is in the file before the next is
 * judged, so that none is lost if the proxy is killed. Throws a UserError if the file exists or
 * cannot be written.
 */
export function openRecorder(path: string, epoch: number) {
  // We never overwrite a recording: it may be the only copy.
  const file = orNotWritten(path, () => openSync(path, "wx"));
  const write = (text: string) => orNotWritten(path, () => appendFileSync(file, text));
  const isLines = path.endsWith(".ndjson");
  if (!isLines) write(`{"log":{"version":"1.2","creator":${CREATOR},"entries":[`);
  let before = isLines ? "" : "\n";
  const users = new Map<string, string>();

  /** Numbers users, to tell them apart without their keys. */
  const numberOf = (user: string): string => {
    const number = users.get(user) ?? String(users.size + 1);
    users.set(user, number);
    return number;
  };

  return {
    /** Leaves out exchanges outside the base address. Throws a UserError if writing fails. */
    add({ exchange, presented, ...observed }: ObservedExchange, redactor: Redactor): void {
      if (exchange === undefined) return;
      const { user, ...named } = presented;
      const entry = {
        ...maskTexts(harEntryOf(exchange, observed, epoch), redactor),
        _presented: { ...named, ...(user !== undefined && { user: numberOf(user) }) },
      };
      const { content } = entry.response;
      if (content.text === LEFT_OUT) delete content.text;
      write(before + stringifyJson(entry) + (isLines ? "\n" : ""));
      before = isLines ? "" : ",\n";
    },
    /** Throws a UserError if writing fails. */
    close(): void {
      if (!isLines) write("\n]}}\n");
      closeSync(file);
    },
  };
}

function orNotWritten<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw recordingError("recording-not-written", { path, why: describeSystemError(error) });
  }
}

function harEntryOf(
  exchange: Exchange,
  { kept, requestBytes }: Pick<ObservedExchange, "kept" | "requestBytes">,
  epoch: number,
) {
  const { call, url, requestHeaders, response, failure } = exchange;
  const [, query = ""] = url.split("?", 2);
  const time = durationOf(exchange);
  return {
    startedDateTime: new Date(epoch + exchange.sentAt).toISOString(),
    time,
    request: {
      method: call.method,
      url,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: pairsOf(requestHeaders),
      queryString: pairsOf([...new URLSearchParams(query)]),
      headersSize: -1,
      bodySize: requestBytes,
    },
    response: responseEntry(failure === undefined ? response : undefined, kept),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    ...(failure !== undefined && { _error: failure.message }),
  };
}

/** Like browsers, writes status 0 if there is no complete response. */
function responseEntry(response: Response | undefined, kept: ObservedExchange["kept"]) {
  const content = response === undefined || kept === "nothing" ? undefined : utf8Content(response);
  return {
    status: response?.status ?? 0,
    statusText: response?.reason ?? "",
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: pairsOf(response?.headers ?? []),
    content: {
      size: content?.length ?? -1,
      mimeType: (response && header(response, "content-type")) ?? "x-unknown",
      ...(content !== undefined && { text: content.toString() }),
    },
    redirectURL: (response && header(response, "location")) ?? "",
    headersSize: -1,
    bodySize: response?.body.length ?? -1,
    ...(response !== undefined && { _trailingBytes: response.trailingBytes }),
  };
}

function pairsOf(pairs: readonly (readonly [name: string, value: string])[]) {
  return pairs.map(([name, value]) => ({ name, value }));
}
