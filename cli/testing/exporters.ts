/** For the tests of judge: programs that export HAR files, and how each differs from the others. */
import { asText, type Dialect, type Members } from "./exported-recording.ts";

const base64 = (text: string): Members => ({
  text: Buffer.from(text).toString("base64"),
  encoding: "base64",
});
const SERVER = { serverIPAddress: "192.0.2.1", _serverPort: 443 };
/** The body was compressed on the wire and is decoded in the recording. */
const GZIP = { "content-encoding": "gzip", "content-length": "61" };

export const EXPORTERS: Readonly<Record<string, Dialect>> = {
  "Chrome DevTools": {
    creator: "WebInspector",
    entry: { ...SERVER, _initiator: { type: "script" }, _priority: "High", _resourceType: "fetch" },
    requestHeaders: { ":authority": "orders.example", ":method": "GET" },
    response: { _transferSize: 500, _error: null, _fetchedViaServiceWorker: false },
    responseHeaders: GZIP,
  },
  "Chrome DevTools, sanitized": {
    creator: "WebInspector",
    requestHeaders: { authorization: undefined },
    response: { _transferSize: 500, _error: null, _fetchedViaServiceWorker: false },
  },
  "an extension of Chrome, without bodies": {
    creator: "WebInspector",
    response: { _transferSize: 500, _error: null },
    content: () => ({}),
    hasNoBodies: true,
  },
  Firefox: {
    creator: "Firefox",
    entry: { serverIPAddress: "192.0.2.1", _securityState: "secure", cache: {} },
    responseHeaders: GZIP,
  },
  "Firefox, beyond its limit": {
    creator: "Firefox",
    content: (text) => ({ text: text.slice(0, 20), size: 1_500_000 }),
    responseHeaders: GZIP,
    hasNoBodies: true,
  },
  Safari: {
    creator: "WebKit Web Inspector",
    entry: { ...SERVER, _fetchType: "Network Load", _priority: "high" },
    response: { _transferSize: 500 },
    content: base64,
  },
  "Playwright, Chromium": {
    creator: "Playwright",
    log: { browser: { name: "chromium" } },
    entry: { ...SERVER, _resourceType: "fetch", _frameref: "frame@1", _securityDetails: {} },
    response: { _transferSize: 500 },
  },
  "Playwright, WebKit, which names no server": {
    creator: "Playwright",
    log: { browser: { name: "webkit" } },
    entry: { _resourceType: "fetch", _frameref: "frame@1" },
    response: { _transferSize: 500 },
  },
  "Playwright, minimal": {
    creator: "Playwright",
    log: { browser: { name: "chromium" } },
    entry: { time: -1, _resourceType: "fetch", _frameref: "frame@1" },
    content: (text) => ({ text, size: -1 }),
  },
  "Playwright, APIRequestContext": {
    creator: "Playwright",
    entry: { _apiRequestRef: "request@1" },
    response: { _transferSize: -1 },
  },
  "Playwright, bodies in files": {
    creator: "Playwright",
    entry: SERVER,
    content: (text) => ({ size: text.length, _file: "0a4d55a8.json" }),
    hasNoBodies: true,
  },
  "chrome-har, as Puppeteer and Browsertime use it": {
    creator: "chrome-har",
    entry: { _requestId: "1000.2", _initialPriority: "High", cache: {} },
    response: { _transferSize: 500, fromDiskCache: false },
    responseHeaders: GZIP,
  },
  Cypress: { creator: "Cypress HAR Generator", response: { _transferSize: 500, _error: "" } },
  Charles: {
    creator: "Charles Proxy",
    entry: { serverIPAddress: "192.0.2.1" },
    responseHeaders: GZIP,
    response: { bodySize: 61 },
  },
  Fiddler: {
    creator: "Fiddler",
    time: "2026-01-01T10:00:00.1234567+01:00",
    file: (har) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), asText(har)]),
    content: base64,
  },
  mitmproxy: {
    creator: "mitmproxy",
    entry: { serverIPAddress: "192.0.2.1", _webSocketMessages: null },
    responseHeaders: GZIP,
    content: (text) => ({ text, compression: 0 }),
  },
  Proxyman: { creator: "Proxyman", entry: { _id: 5, _name: "orders" }, content: base64 },
  Burp: { creator: "Burp Suite Professional", content: base64 },
  BrowserMob: {
    creator: "BrowserMob Proxy",
    entry: { comment: "" },
    request: { comment: "" },
    response: { comment: "" },
    content: (text) => ({ text, comment: "" }),
  },
  "Polly.js": {
    creator: "Polly.JS",
    log: { _recordingName: "orders" },
    entry: { _id: "0a", _order: 0 },
    content: (text) => ({ text, _isBinary: false }),
  },
  "Polly.js, with a coding": {
    creator: "Polly.JS",
    responseHeaders: GZIP,
    content: () => ({ text: '["H4sIAAAAAAAAA4uOBQApu0wNAgAAAA=="]', encoding: "base64" }),
    hasNoBodies: true,
  },
  "axios-har-tracker, which writes numbers as JavaScript reads them": {
    creator: "axios-har-tracker",
    content: (text) => ({ text: text === "" ? "" : JSON.stringify(JSON.parse(text)) }),
    hasNoBodies: true,
  },
  HttpWatch: {
    creator: "HttpWatch Professional",
    entry: { cache: { afterRequest: { lastAccess: "", eTag: "", hitCount: 1 } } },
  },
  "Dev Proxy, which masks keys": {
    creator: "DevProxy",
    requestHeaders: { authorization: "REDACTED" },
  },
  "Chucker, of Android": { creator: "com.chuckerteam.chucker", request: { bodySize: -1 } },
  "Dart DevTools": {
    creator: "Dart DevTools",
    entry: { time: null },
    response: { bodySize: null },
  },
  "a program that writes the bytes of gzip as characters": {
    creator: "recorder",
    content: () => ({ text: "\u001f\ufffd\b\u0000\u0000\u0000\u0000\u0000\u0000\u0003" }),
    hasNoBodies: true,
  },
  "a program that writes gzip in base64, without a header": {
    creator: "recorder",
    content: () => ({ text: "H4sIAAAAAAAAA4uOBQApu0wNAgAAAA==", encoding: "base64" }),
    hasNoBodies: true,
  },
  "a program that writes brotli as characters": {
    creator: "recorder",
    responseHeaders: { "content-encoding": "br" },
    content: () => ({ text: "\u000b\ufffd\ufffd[{\u0003" }),
    hasNoBodies: true,
  },
  "a program that keeps 4 kB of a body": {
    creator: "recorder",
    content: (text) => ({ text: text.slice(0, 12), size: text.length }),
    hasNoBodies: true,
  },
  "a program that writes bodies as JSON": {
    creator: "recorder",
    content: () => ({ text: [{ id: 1 }] }),
    hasNoBodies: true,
  },
  "> of PowerShell 5.1": {
    creator: "WebInspector",
    file: (har) => Buffer.from(`\ufeff${JSON.stringify(har)}`, "utf16le"),
  },
  "a program that also writes entries without an address": {
    creator: "recorder",
    file: ({ log }) =>
      asText({ log: { ...log, entries: [...log.entries, { request: {} }, null, {}] } }),
  },
  "an .ndjson": {
    creator: "recorder",
    file: ({ log }) => Buffer.from(log.entries.map((one) => JSON.stringify(one)).join("\n")),
  },
};
