/**
 * Answers that did not come from the network are not judged, but counted by who answered instead of
 * the deployment. judge.browser.ts has what a browser and Playwright record.
 */
import { expect, test } from "playwright/test";
import type { HarEntry } from "../../contract-tests/traffic/recordings/har-entry.ts";
import { CANCEL, entry, recording } from "../testing/har.ts";
import { judge, placesIn } from "../testing/judge-command.ts";

type Members = Readonly<Record<string, unknown>>;

const PLAYWRIGHT: Members = { creator: { name: "Playwright" }, browser: { name: "chromium" } };
const SERVER = { serverIPAddress: "192.0.2.1", _serverPort: 443 };
const WORKER = { ...SERVER, _serviceWorkerRef: "worker@1" };
const OF_WORKER = { _serviceWorkerRef: "worker@1" };
const NO_SIZES = { _transferSize: undefined };
const TWICE = ["cancel-once: cancelOrder"];

/** `answer` holds members of the response. */
const marked = (one: HarEntry, members: Members, answer: Members = {}): object => ({
  ...one,
  ...members,
  response: { ...one.response, ...answer },
});
const cancel = (at: number, members: Members = {}, answer: Members = {}) =>
  marked(entry(CANCEL, { at, status: 204 }), members, answer);
const list = (members: Members = {}, answer: Members = {}) =>
  marked(entry("GET /store/orders"), members, answer);
const failing = (members: Members, answer: Members = {}) =>
  marked(entry("GET /store/orders", { at: 1, status: 500, text: "boom" }), members, answer);

type Situation = readonly [
  log: Members,
  entries: readonly object[],
  leftOut: Readonly<Record<string, number>>,
  violations?: readonly string[],
];

const SITUATIONS: Readonly<Record<string, Situation>> = {
  "two calls through a service worker cancel an order twice": [
    PLAYWRIGHT,
    [cancel(1), cancel(2, WORKER), cancel(3), cancel(4, WORKER)],
    { "answer-of-a-service-worker": 2 },
    TWICE,
  ],
  "a service worker makes the answers itself, and urlFilter leaves its script out": [
    PLAYWRIGHT,
    [cancel(1), cancel(2), failing({})],
    { "answer-of-a-service-worker": 3 },
  ],
  "a service worker passes calls on, in a minimal recording": [
    PLAYWRIGHT,
    [cancel(1, {}, NO_SIZES), cancel(2, OF_WORKER, NO_SIZES)],
    { "answer-of-a-service-worker": 1 },
  ],
  "a worker of Playwright fetches nothing of the interface, in a minimal recording": [
    PLAYWRIGHT,
    [
      cancel(1, {}, NO_SIZES),
      cancel(2, {}, NO_SIZES),
      marked(entry("GET https://orders.example/app.js"), OF_WORKER, NO_SIZES),
    ],
    {},
    TWICE,
  ],
  "a minimal recording has answers without a date, and one without a key": [
    PLAYWRIGHT,
    [
      list({}, NO_SIZES),
      failing({}, { ...NO_SIZES, headers: [{ name: "content-type", value: "text/plain" }] }),
      marked(entry("GET /store/orders", { authorization: null }), {}, NO_SIZES),
    ],
    { "unknown-origin": 2 },
  ],
  "Playwright itself calls, beside the app": [
    PLAYWRIGHT,
    [list(SERVER), cancel(1, { _apiRequestRef: "a" }), cancel(2, { _apiRequestRef: "a" })],
    {},
    TWICE,
  ],
  "another deployment answered only the test, and pictures have addresses like pets": [
    PLAYWRIGHT,
    [
      list(SERVER),
      marked(entry("GET https://other.example/v1/store/orders"), { _wasFulfilled: true }),
      marked(entry("GET https://cdn.example/v1/pets/dog.png"), SERVER),
      marked(entry("GET /pets/dog.png"), { ...SERVER, _resourceType: "image" }),
    ],
    {},
  ],
  "Safari overrides answers": [
    {},
    [
      list({ _fetchType: "Network Load" }),
      failing({ _fetchType: "Inspector Override" }),
      failing({ _fetchType: "Service Worker" }),
      failing({ _fetchType: "Disk Cache" }),
    ],
    { "answer-of-the-test": 1, "answer-of-a-service-worker": 1, "answer-of-a-cache": 1 },
  ],
  "DevTools and chrome-har mark what a service worker or a cache has answered": [
    {},
    [
      list(SERVER),
      failing(SERVER, { _fetchedViaServiceWorker: true }),
      failing({}, { fromServiceWorker: true }),
      failing({}, { fromDiskCache: true }),
      failing({ _fromCache: "disk" }),
      failing({}, { _transferSize: 0 }),
    ],
    { "answer-of-a-service-worker": 2, "answer-of-a-cache": 3 },
  ],
  "Firefox marks what its cache has answered": [
    { creator: { name: "Firefox" } },
    [list(), failing({ cache: { afterRequest: null } })],
    { "answer-of-a-cache": 1 },
  ],
  "entries have no address, or no time": [
    {},
    [
      list(),
      { ...entry("GET /store/orders"), request: { method: "GET" } },
      {},
      { ...entry("GET /store/orders"), startedDateTime: 5 },
    ],
    { "no-address": 2, "no-entry": 1 },
  ],
};

for (const [title, [log, entries, leftOut, violations = []]] of Object.entries(SITUATIONS))
  test(`${title}: ${violations.join() || "no violation"}`, async () => {
    const { report, stdout } = await judge([recording(entries, "app.har", log)]);
    expect(placesIn(report())).toEqual(violations);
    const counted = (report().sections ?? [])
      .flatMap((section) => section.entries)
      .filter(({ id }) => /^answer-of|^no-(?:address|entry)|^unknown/.test(id));
    expect(Object.fromEntries(counted.map(({ id, times }) => [id, times]))).toEqual(leftOut);
    for (const id of Object.keys(leftOut)) expect(stdout).toContain(id);
  });
