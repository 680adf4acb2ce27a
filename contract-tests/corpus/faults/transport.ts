/** Answers that never come, or lead elsewhere. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { redirect } from "../replies.ts";
import { type Fault, fault, UNSEEN } from "../variant.ts";
import { on, SITES, type Wire } from "./sites.ts";

const WIRES: Readonly<Record<string, readonly [words: string, wire: Wire]>> = {
  reset: ["is a connection reset", () => ({ parts: [], end: "reset" })],
  closed: ["is a connection closed without a word", () => ({ parts: [], end: "close" })],
  hangs: ["never comes", () => ({ parts: [], end: "hang" })],
  garbage: ["is not HTTP", () => ({ parts: [Buffer.from("SSH-2.0-OpenSSH_9.7\r\n")], end: "close" })],
  "status-line-cut": ["ends in its status line", () => ({ parts: [Buffer.from("HTTP/1.1 2")], end: "close" })],
};
const OPTIONS: Readonly<Record<string, Partial<Fault>>> = {
  list: { orNotJudged: true },
  cancel: { readOnly: UNSEEN.pending },
  "cancel-409": { readOnly: UNSEEN.shipped },
};

const broken = Object.entries(SITES).flatMap(([site, [title, , , , clauses]]) =>
  Object.entries(WIRES).map(([name, [words, wire]]) =>
    fault(
      `${site}-${name}`,
      `${title} ${words}.`,
      clauses,
      (service) => on(service, site, (plain) => ({ ...plain, onWire: wire })),
      {
        ...OPTIONS[site],
        ...(name === "hangs" && { callTimeoutMs: 150 }),
      },
    ),
  ),
);

const REDIRECTED: Readonly<
  Record<string, readonly [title: string, clauses: readonly ClauseId[], options: Partial<Fault>]>
> = {
  list: ["The list", ["list-ok"], { orNotJudged: true }],
  "list-401": ["The list with a bad key", ["list-unauthorized"], {}],
  cancel: ["A cancel that should be 204", ["cancel-pending"], { readOnly: UNSEEN.pending }],
  "cancel-404": ["A cancel that should be 404", ["cancel-unknown-not-found"], {}],
  "cancel-401": ["A cancel with a bad key", ["cancel-unauthorized", "auth-first"], {}],
  "cancel-409": ["A cancel that should be 409", ["cancel-shipped-conflict"], { readOnly: UNSEEN.shipped }],
};
const redirects = Object.entries(REDIRECTED).flatMap(([site, [title, clauses, options]]) =>
  [301, 302, 307, 308].map((status, index) =>
    fault(
      `${site}-redirects-${status}`,
      `${title} is a ${status} to ${["a trailing slash", "another host", "https", "itself"][index]}.`,
      clauses,
      (service) =>
        on(service, site, (_, { path = "" }) =>
          redirect(
            status,
            [`/v1${path}/`, `http://127.0.0.2:9/v1${path}`, `https://127.0.0.1:9/v1${path}`, `/v1${path}`][index] ??
              "/",
          ),
        ),
      options,
    ),
  ),
);
const moreRedirects = [
  fault(
    "query-redirects",
    "A list with a query is redirected to the one without.",
    ["list-ok", "list-unfiltered", "list-unpaged"],
    (service) =>
      on(service, "list", (plain, { query, path = "" }) => (query === "" ? plain : redirect(301, `/v1${path}`))),
  ),
  fault("second-list-redirects", "The second list is a 307 to another host.", ["list-ok"], (service) =>
    on(service, "list", (plain) => (service.lists === 2 ? redirect(307, "http://127.0.0.2:9/v1/store/orders") : plain)),
  ),
  fault(
    "beyond-int32-redirects",
    "An unknown id beyond int32 is redirected to the list.",
    ["cancel-unknown-not-found"],
    (service) => {
      const { notFound } = service;
      service.notFound = (id) => (id > 2n ** 31n ? redirect(303, "/v1/store/orders") : notFound(id));
    },
  ),
];

export const TRANSPORT_FAULTS: readonly Fault[] = [...broken, ...redirects, ...moreRedirects];
