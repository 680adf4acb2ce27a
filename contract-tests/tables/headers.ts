/**
 * Header fields that some services trust from anybody, or by which they page. Each group is sent as
 * a whole.
 */
import type { Table } from "./table.ts";

export type ProbeHeader = readonly [name: string, value: string];

/** The names of headers, by the value that each of them is sent with. */
type NamesByValue = Readonly<Record<string, readonly string[]>>;

function headerNames(names: NamesByValue): readonly ProbeHeader[] {
  return Object.entries(names).flatMap(([value, ofValue]) =>
    ofValue.map((name) => [name, value] as const),
  );
}

/** Headers that say where a call comes from. */
const LOOPBACK: NamesByValue = {
  "127.0.0.1": [
    "X-Forwarded-For",
    "X-Real-IP",
    "X-Client-IP",
    "Client-IP",
    "True-Client-IP",
    "CF-Connecting-IP",
    "X-Originating-IP",
    "X-Remote-IP",
    "X-Remote-Addr",
    "X-Cluster-Client-IP",
  ],
  "for=127.0.0.1;by=127.0.0.1": ["Forwarded"],
};

/** Headers that say who sent a call, or that somebody has let it through. */
const TRUSTED: NamesByValue = {
  admin: [
    "X-Forwarded-User",
    "X-Remote-User",
    "Remote-User",
    "X-User",
    "X-Username",
    "X-Authenticated-User",
    "X-WebAuth-User",
    "X-Auth-Request-User",
    "X-Consumer-Username",
    "X-Credential-Username",
    "X-MS-Client-Principal-Name",
    "X-User-Role",
  ],
  true: [
    "X-Internal",
    "X-Internal-Request",
    "X-Admin",
    "X-Debug",
    "X-Trusted",
    "X-Authenticated",
    "X-Health-Check",
    "X-Envoy-Internal",
  ],
  // CVE-2025-29927: Next.js counts its own calls in this header, and leaves out the check of the
  // key.
  "middleware:middleware:middleware:middleware:middleware": ["X-Middleware-Subrequest"],
};

/** Sent with a list, without a key. */
export const LIST_HEADERS: Table<readonly ProbeHeader[]> = {
  clauses: ["list-unauthorized"],
  unit: "headers",
  quiet: [
    headerNames({
      ...LOOPBACK,
      "1": ["X-User-Id", "X-Account-Id", "X-Consumer-Id", "X-Client-Id", "X-Tenant-Id"],
      "admin@localhost": ["X-Forwarded-Email"],
      "accounts.google.com:admin@localhost": ["X-Goog-Authenticated-User-Email"],
      SUCCESS: ["X-SSL-Client-Verify", "X-Client-Verified"],
      "kube-probe/1.30": ["User-Agent"],
    }),
  ],
  usual: [
    headerNames({
      ...TRUSTED,
      "ELB-HealthChecker/2.0": ["User-Agent"],
      XMLHttpRequest: ["X-Requested-With"],
      "same-origin": ["Sec-Fetch-Site"],
      "http://localhost": ["Origin"],
      "http://localhost/": ["Referer"],
      GET: ["Access-Control-Request-Method"],
      "text/html": ["Accept"],
    }),
    // A service may take another code path for another form of the list.
    headerNames({
      "10.0.0.1": ["X-Forwarded-For", "X-Real-IP"],
      "text/csv": ["Accept"],
      "bytes=0-": ["Range"],
    }),
  ],
};

/**
 * Sent with a cancellation, so no value has a number that could be read as the id of an order. With
 * Accept-Language, the message of the 401 may be German.
 */
export const CANCEL_HEADERS: Table<readonly ProbeHeader[]> = {
  clauses: ["cancel-unauthorized", "auth-no-effect"],
  unit: "headers",
  usual: [
    headerNames({
      ...LOOPBACK,
      ...TRUSTED,
      de: ["Accept-Language"],
    }),
  ],
};

/** Sent with a list and the good key. */
export const PAGING_HEADERS: Table<readonly ProbeHeader[]> = {
  clauses: ["list-unpaged"],
  unit: "headers",
  quiet: [
    headerNames({
      "items=0-0": ["Range"],
      "1": ["X-Limit", "X-Per-Page", "X-Page-Size"],
      "2": ["X-Page"],
      "maxpagesize=1": ["Prefer"],
      de: ["Accept-Language"],
    }),
  ],
  thorough: [headerNames({ "orders=0-0": ["Range"] })],
};
