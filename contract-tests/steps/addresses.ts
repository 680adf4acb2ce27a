/** Other spellings of contract addresses, and headers that some services trust from anybody: what opens their orders without a key. */
import { BASE_PATH } from "../../spec/base-address.ts";

export type Header = readonly [name: string, value: string];

/** The names of headers by the value that is sent with each of them. */
type NamesByValue = Readonly<Record<string, readonly string[]>>;

export function headersOf(names: NamesByValue): readonly Header[] {
  return Object.entries(names).flatMap(([value, ofValue]) =>
    ofValue.map((name) => [name, value] as const),
  );
}

/** Below the base address. The first of a list are sent in each run, the others in a thorough one. */
export const LIST_SPELLINGS: readonly string[] = [
  "/store/orders/",
  "/STORE/ORDERS",
  "/store/orders.json",
  "//store/orders",
  "/%73tore/%6frders",
  "/store/orders/export",
  "/store/orders%20",
  "/store%2Forders",
  "/store/orders.xml",
  "/store//orders",
  "/pets/../store/orders",
  "/pets/%2e%2e/store/orders",
  "/pets/..;/store/orders",
  "/store/orders%00",
  "/store/orders.",
  "/store\\orders",
  "/store%5Corders",
  "/store/orders/.",
  "/%2573tore/orders",
  "/orders",
  `${BASE_PATH}/store/orders`,
];

/** Addresses that a cache takes for those of files, and a router for that of the list. `{name}` is one that nobody else asks for. */
export const FILE_SPELLINGS: readonly string[] = [
  "/store/orders/{name}.css",
  "/store/orders;{name}.css",
  "/store/orders.csv",
];

const LOOPBACK: readonly string[] = [
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
];

const USERS: readonly string[] = [
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
];

const MARKS: readonly string[] = [
  "X-Internal",
  "X-Internal-Request",
  "X-Admin",
  "X-Debug",
  "X-Trusted",
  "X-Authenticated",
  "X-Health-Check",
  "X-Envoy-Internal",
];

/** A framework that counts its own calls in it leaves out the check of the key. */
const MIDDLEWARE: NamesByValue = {
  "middleware:middleware:middleware:middleware:middleware": ["X-Middleware-Subrequest"],
};

/** Each group is sent with a list. */
export const LIST_HEADERS: readonly (readonly Header[])[] = [
  headersOf({
    "127.0.0.1": LOOPBACK,
    "for=127.0.0.1;by=127.0.0.1": ["Forwarded"],
  }),
  headersOf({
    admin: USERS,
    "ELB-HealthChecker/2.0": ["User-Agent"],
    "10.0.0.1": ["X-Forwarded-For", "X-Real-IP"],
    "text/html": ["Accept"],
  }),
  headersOf({
    "1": ["X-User-Id", "X-Account-Id", "X-Consumer-Id", "X-Client-Id", "X-Tenant-Id"],
    "admin@localhost": ["X-Forwarded-Email"],
    "accounts.google.com:admin@localhost": ["X-Goog-Authenticated-User-Email"],
    SUCCESS: ["X-SSL-Client-Verify", "X-Client-Verified"],
    "text/csv": ["Accept"],
    "bytes=0-": ["Range"],
  }),
  headersOf({
    true: MARKS,
    ...MIDDLEWARE,
    "kube-probe/1.30": ["User-Agent"],
    XMLHttpRequest: ["X-Requested-With"],
    "same-origin": ["Sec-Fetch-Site"],
    "http://localhost": ["Origin"],
    "http://localhost/": ["Referer"],
    GET: ["Access-Control-Request-Method"],
  }),
];

/** Sent with a cancellation: none has a number that could be read as the id of an order. The message of the 401 may be German. */
export const CANCEL_HEADERS: readonly Header[] = headersOf({
  "127.0.0.1": LOOPBACK,
  "for=127.0.0.1;by=127.0.0.1": ["Forwarded"],
  admin: USERS,
  true: MARKS,
  ...MIDDLEWARE,
  de: ["Accept-Language"],
});
