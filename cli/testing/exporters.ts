/**
 * For the tests of judge: programs that export HAR files, and how each differs from Chromium as
 * har.ts has it. Of those that write alike there is one.
 */
import { entry } from "./har.ts";

type Members = Readonly<Record<string, unknown>>;
type Calls = readonly (readonly [call: string, status: number, text?: string])[];

interface Dialect {
  readonly log?: Members;
  readonly entry?: Members;
  readonly response?: Members;
  /** Further headers of an answer with a body. */
  readonly headers?: readonly { readonly name: string; readonly value: string }[];
  readonly content?: (text: string) => Members;
  /** Content of the file, if it is not simply the archive's JSON. */
  readonly file?: (log: { readonly entries: readonly unknown[] }) => Buffer;
  /** The recording lacks the original bodies, so only statuses are judged. */
  readonly hasNoBodies?: true;
}

/** Returns the recording of some calls, as the bytes of a file. */
export function exported(
  { log, file = asHar, headers = [], content, ...dialect }: Dialect,
  calls: Calls,
): Buffer {
  const entries = calls.map(([call, status, text = ""], at) => {
    const one = entry(call, { at, status, text });
    const coded = text === "" ? {} : { ...content?.(text) };
    const response = {
      ...one.response,
      headers: [...(one.response?.headers ?? []), ...(text === "" ? [] : headers)],
      content: { ...one.response?.content, ...coded },
      ...dialect.response,
    };
    return { ...one, ...dialect.entry, response };
  });
  const named = { creator: { name: "recorder" }, ...log, entries };
  return file(named);
}

const asHar = (log: object): Buffer => Buffer.from(JSON.stringify({ log }));
const inBase64 = (text: string): Members => ({
  text: Buffer.from(text).toString("base64"),
  encoding: "base64",
});
const CHROME = { creator: { name: "WebInspector" } };
const PLAYWRIGHT = { creator: { name: "Playwright" }, browser: { name: "chromium" } };
const SERVER = { serverIPAddress: "192.0.2.1", _serverPort: 443 };
/** The body was compressed on the wire and is decoded in the recording. */
const GZIP = [
  { name: "content-encoding", value: "gzip" },
  { name: "content-length", value: "61" },
];

export const EXPORTERS: Readonly<Record<string, Dialect>> = {
  "Chrome DevTools": {
    log: CHROME,
    entry: { ...SERVER, _initiator: { type: "script" }, _priority: "High", _resourceType: "fetch" },
    response: { _transferSize: 500, _error: null, _fetchedViaServiceWorker: false },
    headers: GZIP,
  },
  "Firefox, beyond its limit": {
    log: { creator: { name: "Firefox" } },
    entry: { ...SERVER, _securityState: "secure", cache: {} },
    content: (text) => ({ text: text.slice(0, 20), size: 1_500_000 }),
    headers: GZIP,
    hasNoBodies: true,
  },
  Safari: {
    log: { creator: { name: "WebKit Web Inspector" } },
    entry: { ...SERVER, _fetchType: "Network Load", _priority: "high" },
    content: inBase64,
  },
  "Playwright, Chromium": {
    log: PLAYWRIGHT,
    entry: { ...SERVER, _resourceType: "fetch", _frameref: "frame@1", _securityDetails: {} },
  },
  "Playwright, WebKit, which names no server": {
    log: { ...PLAYWRIGHT, browser: { name: "webkit" } },
    entry: { _resourceType: "fetch", _frameref: "frame@1" },
  },
  "Playwright, minimal": {
    log: PLAYWRIGHT,
    entry: { time: -1, _resourceType: "fetch", _frameref: "frame@1" },
    response: { _transferSize: undefined },
    content: () => ({ size: -1 }),
  },
  "Playwright, APIRequestContext": {
    log: PLAYWRIGHT,
    entry: { _apiRequestRef: "request@1" },
    response: { _transferSize: -1 },
  },
  Charles: {
    log: { creator: { name: "Charles Proxy" } },
    headers: GZIP,
    response: { bodySize: 61, _transferSize: undefined },
  },
  Fiddler: {
    log: { creator: { name: "Fiddler" } },
    entry: { startedDateTime: "2026-01-01T10:00:00.1234567+01:00" },
    file: (log) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), asHar(log)]),
    content: inBase64,
  },
  "Polly.js, with a coding": {
    log: { creator: { name: "Polly.JS" } },
    headers: GZIP,
    content: () => ({ text: '["H4sIAAAAAAAAA4uOBQApu0wNAgAAAA=="]', encoding: "base64" }),
    hasNoBodies: true,
  },
  "axios-har-tracker, which writes numbers as JavaScript reads them": {
    log: { creator: { name: "axios-har-tracker" } },
    content: (text) => ({ text: JSON.stringify(JSON.parse(text)) }),
    hasNoBodies: true,
  },
  "Dart DevTools": { entry: { time: null }, response: { bodySize: null } },
  "a program that writes the bytes of gzip as characters": {
    content: () => ({ text: "\u001f\ufffd\b\u0000\u0000\u0000\u0000\u0000\u0000\u0003" }),
    hasNoBodies: true,
  },
  "a program that writes gzip in base64, without a header": {
    content: () => ({ text: "H4sIAAAAAAAAA4uOBQApu0wNAgAAAA==", encoding: "base64" }),
    hasNoBodies: true,
  },
  "a program that writes gzip in base64, and does not say so": {
    content: () => ({ text: "H4sIAAAAAAAAA4uOBQApu0wNAgAAAA==", size: 32 }),
    hasNoBodies: true,
  },
  "a program that writes brotli as characters": {
    headers: [{ name: "content-encoding", value: "br" }],
    content: () => ({ text: "\u000b\ufffd\ufffd[{\u0003" }),
    hasNoBodies: true,
  },
  "a program that writes bodies as JSON": {
    content: () => ({ text: [{ id: 1 }] }),
    hasNoBodies: true,
  },
  "> of PowerShell 5.1": {
    file: (log) => Buffer.from(`\ufeff${JSON.stringify({ log })}`, "utf16le"),
  },
  "a program that also writes entries without an address": {
    file: (log) => asHar({ ...log, entries: [...log.entries, { request: {} }, null, {}] }),
  },
};
