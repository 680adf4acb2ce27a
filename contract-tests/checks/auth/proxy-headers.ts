/** Headers that some services trust from anybody: by which a proxy names a client, or which ask for something else than the list. */

type Headers = readonly (readonly [name: string, value: string])[];

const LOOPBACK = "127.0.0.1";
const withValue = (value: string, ...names: readonly string[]): Headers => names.map((name) => [name, value] as const);

const ADDRESSES: Headers = [
  ...withValue(
    LOOPBACK,
    ...["X-Forwarded-For", "X-Real-IP", "X-Client-IP", "Client-IP", "True-Client-IP", "CF-Connecting-IP"],
    ...["X-Originating-IP", "X-Remote-IP", "X-Remote-Addr", "X-Cluster-Client-IP"],
  ),
  ["Forwarded", `for=${LOOPBACK};by=${LOOPBACK}`],
];
const USERS = withValue(
  "admin",
  ...["X-Forwarded-User", "X-Remote-User", "Remote-User", "X-User", "X-Username", "X-Authenticated-User"],
  ...["X-WebAuth-User", "X-Auth-Request-User", "X-Consumer-Username", "X-Credential-Username"],
  ...["X-MS-Client-Principal-Name", "X-User-Role"],
);
const MARKS = withValue(
  "true",
  ...[
    "X-Internal",
    "X-Internal-Request",
    "X-Admin",
    "X-Debug",
    "X-Trusted",
    "X-Authenticated",
    "X-Health-Check",
    "X-Envoy-Internal",
  ],
);

/** Each is sent with a list. */
export const LIST_HEADERS: readonly Headers[] = [
  ADDRESSES,
  USERS,
  [
    ...withValue("1", "X-User-Id", "X-Account-Id", "X-Consumer-Id", "X-Client-Id", "X-Tenant-Id"),
    ["X-Forwarded-Email", "admin@localhost"],
    ["X-Goog-Authenticated-User-Email", "accounts.google.com:admin@localhost"],
    ...withValue("SUCCESS", "X-SSL-Client-Verify", "X-Client-Verified"),
    ["Accept", "text/csv"],
    ["Range", "bytes=0-"],
  ],
  [
    ...MARKS,
    ["User-Agent", "kube-probe/1.30"],
    ["X-Requested-With", "XMLHttpRequest"],
    ["Sec-Fetch-Site", "same-origin"],
    ["Origin", "http://localhost"],
    ["Referer", "http://localhost/"],
    ["Access-Control-Request-Method", "GET"],
  ],
  [
    ["User-Agent", "ELB-HealthChecker/2.0"],
    ...withValue("10.0.0.1", "X-Forwarded-For", "X-Real-IP"),
    ["Accept", "text/html"],
  ],
];

/** Sent with a cancellation: none has a number that could be read as the id of an order. */
export const CANCEL_HEADERS: Headers = [...ADDRESSES, ...USERS, ...MARKS];

/** Sent with an address beside that of the list: a router that prefers them serves the list, and the key is asked for by the address. */
export const targetHeaders = (baseUrl: string): Headers =>
  withValue(`${new URL(baseUrl).pathname.replace(/\/$/, "")}/store/orders`, "X-Original-URL", "X-Rewrite-URL");
