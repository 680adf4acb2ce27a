/** Recognizes entries of a recording that are no answer of the deployment to a call of the app. */
import { fieldOf, type HarEntry } from "./har-entry.ts";
import type { RecorderProgram } from "./read-recording.ts";

/** Why an entry is not judged, or only in part. */
export const REASONS = {
  "answer-of-the-test":
    "The test itself answered (route.fulfill, or an override), and not the deployment.",
  "answer-of-a-service-worker":
    "A service worker answered. The call that it passed on is an entry of its own, which is judged.",
  "answer-of-a-cache": "A cache answered, or the browser itself, and not the deployment.",
  "unknown-origin":
    "The recording does not say who answered (mode: minimal of Playwright): record with mode: full.",
  "no-address": "The entry has no request.url: nothing says what was called.",
  "no-entry": "The entry lacks its time, its method or another part that HAR demands.",
  "no-response": "The recording has no answer: the app or the browser gave the call up.",
  "body-left-out":
    "The recording does not have the whole body of the answer, as it was sent: its status alone is judged.",
  "key-left-out":
    "The recording does not show the keys: what a 401, or another answer, says of a key is not proven.",
} as const;

type LeftOutReason = "not-a-call" | keyof typeof REASONS;

/** WebKit's names for the source of an answer. Any other source besides the network is a cache. */
const OF_FETCH_TYPES: Readonly<Record<string, LeftOutReason>> = {
  "Inspector Override": "answer-of-the-test",
  "Service Worker": "answer-of-a-service-worker",
};

/**
 * Members by which recorders mark an answer that is not from the network, in the entry or in its
 * response.
 */
const NOT_NETWORK_MARKS: Readonly<Record<string, LeftOutReason>> = {
  _wasFulfilled: "answer-of-the-test",
  _fetchedViaServiceWorker: "answer-of-a-service-worker",
  _fromServiceWorker: "answer-of-a-service-worker",
  _fromCache: "answer-of-a-cache",
  _fromDiskCache: "answer-of-a-cache",
  _fromMemoryCache: "answer-of-a-cache",
  _fromPrefetchCache: "answer-of-a-cache",
  fromServiceWorker: "answer-of-a-service-worker",
  fromDiskCache: "answer-of-a-cache",
  fromPrefetchCache: "answer-of-a-cache",
};

/** Browsers' names for the parts of a page: a picture may have an address like a pet's. */
const OF_PAGES = ["document", "stylesheet", "image", "media", "font", "script"];

/** Returns undefined for an entry to judge. */
export function leftOutFor(entry: HarEntry, recorder: RecorderProgram): LeftOutReason | undefined {
  const { request, response, _presented: ours, _resourceType: type } = entry;
  const isOfPage =
    OF_PAGES.some((one) => one === type) ||
    fieldOf(request.headers, "sec-fetch-mode") === "navigate" ||
    /^image\//i.test(fieldOf(response?.headers ?? [], "content-type") ?? "");
  if (request.method.toUpperCase() === "OPTIONS" || isOfPage) return "not-a-call";

  const { status, _error: error, _failureText: failure } = response ?? {};
  const isStatus = Number.isInteger(status) && status! >= 200 && status! <= 599;
  if (!isStatus || error || failure || entry._wasAborted) return "no-response";
  return ours === undefined ? originOf(entry, recorder) : undefined;
}

/** Returns who answered, if not the deployment. */
function originOf(entry: HarEntry, recorder: RecorderProgram): LeftOutReason | undefined {
  const { request, response, cache, _fetchType: fetchType } = entry;
  for (const [name, origin] of Object.entries(NOT_NETWORK_MARKS))
    if (entry[name] || response?.[name]) return origin;
  if (typeof fetchType === "string" && fetchType !== "Network Load")
    return OF_FETCH_TYPES[fetchType] ?? "answer-of-a-cache";
  if (isAnsweredByWorker(entry, recorder)) return "answer-of-a-service-worker";

  // The browser itself redirects with this header, for example to https.
  const isOfBrowser = fieldOf(response?.headers ?? [], "non-authoritative-reason") !== undefined;
  const isOfFirefox = recorder.isFirefox && cache?.afterRequest !== undefined;
  if (isOfBrowser || isOfFirefox || response?._transferSize === 0) return "answer-of-a-cache";
  if (!recorder.isPlaywright || recorder.namesServers || entry._apiRequestRef) return undefined;

  // If no server is named, a worker's own answer has no Date, and an answer served without a key
  // may come from a cache.
  const hasDate = fieldOf(response?.headers ?? [], "date") !== undefined;
  const isServed = response!.status! < 300 && request.method.toUpperCase() === "GET";
  const hasKey = fieldOf(request.headers, "authorization") !== undefined;
  return hasDate && (hasKey || !isServed) ? undefined : "unknown-origin";
}

/**
 * True for one of the two entries that Playwright records for a call through a service worker: the
 * page's, which names no server. The worker's is judged if it names one. With `mode: "minimal"`, a
 * recording names no servers at all.
 */
function isAnsweredByWorker(entry: HarEntry, recorder: RecorderProgram): boolean {
  const { _serviceWorkerRef: worker, _apiRequestRef: ofProgram, serverIPAddress: server } = entry;
  if (!recorder.isPlaywright || worker || ofProgram) return false;
  return recorder.namesServers ? !server : recorder.hasWorker;
}
