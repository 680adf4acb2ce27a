/** Other spellings of contract addresses, and the headers that some services trust from anybody: what opens their orders without a key. */
/** Below the base address. */
export const LIST_SPELLINGS = `/store/orders/ /store//orders //store/orders /pets/../store/orders
  /pets/%2e%2e/store/orders /pets/..;/store/orders /%73tore/%6frders /store%2Forders /store/orders%20
  /store/orders%00 /store/orders. /STORE/ORDERS /store/orders.json /store/orders.xml
  /store\\orders /store%5Corders /store/orders/. /%2573tore/orders /orders /v1/store/orders
  /store/orders/export`.split(/\s+/);

/** Addresses that a cache takes for those of files, and a router for that of the list. `{name}` is one that nobody else asks for. */
export const FILE_SPELLINGS = [
  "/store/orders/{name}.css",
  "/store/orders;{name}.css",
  "/store/orders.csv",
] as const;

type Headers = readonly (readonly [name: string, value: string])[];

const LOOPBACK = "127.0.0.1";
/** `names` are separated by spaces. */
const withValue = (value: string, names: string): Headers =>
  names.split(/\s+/).map((name) => [name, value] as const);

const ADDRESSES: Headers = [
  ...withValue(
    LOOPBACK,
    `X-Forwarded-For X-Real-IP X-Client-IP Client-IP True-Client-IP CF-Connecting-IP X-Originating-IP X-Remote-IP
     X-Remote-Addr X-Cluster-Client-IP`,
  ),
  ["Forwarded", `for=${LOOPBACK};by=${LOOPBACK}`],
];
const USERS = withValue(
  "admin",
  `X-Forwarded-User X-Remote-User Remote-User X-User X-Username X-Authenticated-User X-WebAuth-User X-Auth-Request-User
   X-Consumer-Username X-Credential-Username X-MS-Client-Principal-Name X-User-Role`,
);
const MARKS: Headers = [
  ...withValue(
    "true",
    `X-Internal X-Internal-Request X-Admin X-Debug X-Trusted X-Authenticated X-Health-Check
     X-Envoy-Internal`,
  ),
  // A framework that counts its own calls in it leaves out the check of the key.
  ["X-Middleware-Subrequest", Array(5).fill("middleware").join(":")],
];

/** Each is sent with a list. */
export const LIST_HEADERS: readonly Headers[] = [
  ADDRESSES,
  [
    ...USERS,
    ["User-Agent", "ELB-HealthChecker/2.0"],
    ...withValue("10.0.0.1", "X-Forwarded-For X-Real-IP"),
    ["Accept", "text/html"],
  ],
  [
    ...withValue("1", "X-User-Id X-Account-Id X-Consumer-Id X-Client-Id X-Tenant-Id"),
    ["X-Forwarded-Email", "admin@localhost"],
    ["X-Goog-Authenticated-User-Email", "accounts.google.com:admin@localhost"],
    ...withValue("SUCCESS", "X-SSL-Client-Verify X-Client-Verified"),
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
];

/** Sent with a cancellation: none has a number that could be read as the id of an order. The message of the 401 may be German. */
export const CANCEL_HEADERS: Headers = [
  ...ADDRESSES,
  ...USERS,
  ...MARKS,
  ["Accept-Language", "de"],
];

/** Sent with an address beside that of the list: a router that prefers them serves the list, and the key is asked for by the address. */
export const targetHeaders = (baseUrl: string): Headers =>
  withValue(
    `${new URL(baseUrl).pathname.replace(/\/$/, "")}/store/orders`,
    "X-Original-URL X-Rewrite-URL",
  );
