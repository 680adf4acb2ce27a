/**
 * Recordings from programs that write differently: none accuses a conforming deployment, and all
 * show the faults of a broken one.
 */
import { expect, test } from "playwright/test";
import { CANCEL, entry, error, recording } from "../testing/har.ts";
import { judge, placesIn } from "../testing/judge-command.ts";

type Members = Readonly<Record<string, unknown>>;

/** How a program differs from Chromium as har.ts has it. */
interface Dialect {
  readonly log?: Members;
  readonly entry?: Members;
  readonly response?: Members;
  /** Further headers of an answer with a body. */
  readonly headers?: readonly { readonly name: string; readonly value: string }[];
  readonly content?: (text: string) => Members;
  /** The recording lacks the original bodies, so only statuses are judged. */
  readonly hasNoBodies?: true;
}

const PLAYWRIGHT = { creator: { name: "Playwright" }, browser: { name: "chromium" } };
const SERVER = { serverIPAddress: "192.0.2.1", _serverPort: 443 };
/** The body was compressed on the wire and is decoded in the recording. */
const GZIP = [
  { name: "content-encoding", value: "gzip" },
  { name: "content-length", value: "61" },
];

/** Of programs that write alike there is one. */
const EXPORTERS: Readonly<Record<string, Dialect>> = {
  "Chrome DevTools": {
    log: { creator: { name: "WebInspector" } },
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
    content: (text) => ({ text: Buffer.from(text).toString("base64"), encoding: "base64" }),
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
  "a proxy": {
    log: { creator: { name: "mitmproxy" } },
    headers: GZIP,
    response: { bodySize: 61, _transferSize: undefined },
  },
  "a program that writes numbers as JavaScript reads them": {
    log: { creator: { name: "axios-har-tracker" } },
    content: (text) => ({ text: JSON.stringify(JSON.parse(text)) }),
    hasNoBodies: true,
  },
  "Polly.js, with a coding": {
    log: { creator: { name: "Polly.JS" } },
    headers: GZIP,
    content: () => ({ text: '["H4sIAAAAAAAAA4uOBQApu0wNAgAAAA=="]', encoding: "base64" }),
    hasNoBodies: true,
  },
  "Dart DevTools": { entry: { time: null }, response: { bodySize: null } },
  "a program that writes the bytes of gzip as characters": {
    content: () => ({ text: "\u001f\ufffd\b\u0000\u0000\u0000\u0000\u0000\u0000\u0003" }),
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
};

type Calls = readonly (readonly [call: string, status: number, text?: string])[];

function exported({ log, headers = [], content, ...dialect }: Dialect, calls: Calls): string {
  const entries = calls.map(([call, status, text = ""], at) => {
    const one = entry(call, { at, status, text });
    const response = {
      ...one.response,
      headers: [...(one.response?.headers ?? []), ...(text === "" ? [] : headers)],
      content: { ...one.response?.content, ...(text !== "" && content?.(text)) },
      ...dialect.response,
    };
    return { ...one, ...dialect.entry, response };
  });
  return recording(entries, "app.har", { creator: { name: "recorder" }, ...log });
}

const list = (quantity: string) => {
  const text = `[{"id":9223372036854775807,"petId":1,"quantity":${quantity},"complete":false}]`;
  return ["GET /store/orders", 200, text] as const;
};
const SOUND = [list("1"), [CANCEL, 204], [CANCEL, 404, error(404)]] as const;
const BROKEN = [list('"1"'), [CANCEL, 404, error(400)], [CANCEL, 500, error(500)]] as const;
const IN_BODIES = [
  "order-quantity: listOrders 200 /*/quantity",
  "error-status: cancelOrder 404 /status",
];

for (const [program, dialect] of Object.entries(EXPORTERS))
  test(`a recording of ${program}`, async () => {
    const sound = await judge([exported(dialect, SOUND)]);
    expect(placesIn(sound.report())).toEqual([]);
    expect(sound.code).toBe(0);

    const broken = await judge([exported(dialect, BROKEN)]);
    const inBodies = dialect.hasNoBodies ? [] : IN_BODIES;
    const expected = ["cancel-pending: cancelOrder 500", ...inBodies];
    expect(placesIn(broken.report()).toSorted()).toEqual(expected.toSorted());
  });
