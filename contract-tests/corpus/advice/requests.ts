/**
 * Requests that are accepted or refused although the contract neither clearly allows nor forbids
 * it. Source: a row each of spec/rulings.md.
 */
import { alsoAccepts, GUARDED } from "../changes/key-checks.ts";
import { mapList } from "../changes/lists.ts";
import { answersFirst, mapUnauthorized } from "../changes/replies.ts";
import { KEY_ELSEWHERE } from "../changes/wrong-keys.ts";
import { limits, roomy } from "../orders.ts";
import {
  authorization,
  bearer,
  parameter,
  queryOf,
  type Reply,
  type Request,
} from "../raw-http.ts";
import { empty, error, html, typed } from "../replies.ts";
import { type Advice, advice } from "../variant.ts";

const FIREWALL = "a firewall refuses what looks like an attack";
const UNREADABLE = "a gateway in front refuses what it cannot read";
const refusesKey = (
  words: string,
  status: number,
  reading: string,
  isRefused: (key: string) => boolean,
): Advice =>
  advice(`${words} gets ${status} in HTML.`, "refused-by-a-firewall", reading, (base) => ({
    unauthorized: (request) =>
      isRefused(bearer(request) ?? "") ? html(status) : base.unauthorized(request),
  }));

const refusesList = (
  title: string,
  refuses: (request: Request) => boolean,
  refusal: Reply,
): Advice =>
  advice(title, "probe-refused", "a service may refuse what the contract does not define", (base) =>
    mapList(base, (reply, request) => (refuses(request) ? refusal : reply)),
  );
const REFUSED = "it is refused, if not with 401";
const LIVES_ON = "the service still answers";
const BELOW_1 = "a router may accept positive ids only";
const notPositive = error(400, "bad_request", "orderId must be positive.");
const TRACE =
  'java.lang.NumberFormatException: For input string: "abc"\n\tat java.base/java.lang.Long.parseLong(Long.java:711)';
const MALFORMED_UNPROVEN = { leavesOpen: { unproven: ["cancel-malformed-refused"] } } as const;
/** Also reads ids with additions that `strip` removes. */
const alsoReads = (title: string, strip: (text: string) => string): Advice =>
  advice(
    title,
    "similar-id-accepted",
    "many parsers read it as 17",
    { withoutIds: "undetected", orders: roomy, foundBy: "late-effects" },
    (base) => ({
      parseId: (text) => base.parseId(text) ?? base.parseId(strip(text)),
    }),
  );

export const REQUEST_ADVICE = [
  ...KEY_ELSEWHERE.map(([id, words, accepts]) =>
    advice(`The key is also accepted ${words}.`, id, "a wrong key is refused there", (base) =>
      alsoAccepts(base, ["listOrders", "cancelOrder", "getPet", "other"], accepts),
    ),
  ),
  advice(
    "The second word of Authorization is the key, whatever follows it.",
    "malformed-credential",
    "servers split the field at its spaces",
    {},
    (base) =>
      alsoAccepts(
        base,
        ["listOrders", "cancelOrder", "getPet"],
        (request, key) => bearer(request)?.split(" ")[0] === key,
      ),
  ),
  advice(
    "The list accepts the key with a no-break space behind it.",
    "malformed-credential",
    "servers strip invisible characters of a header value",
    { foundBy: "further-keys" },
    (base) =>
      alsoAccepts(base, ["listOrders"], (request, key) => bearer(request)?.trimEnd() === key),
  ),
  refusesKey("A key with SQL, JSON or a script", 403, FIREWALL, (key) => /['"<>{}\\]/.test(key)),
  refusesKey("A key of more than 8,000 characters", 431, UNREADABLE, ({ length }) => length > 8000),
  refusesKey("A key with characters outside ASCII", 400, UNREADABLE, (key) => /[^ -~]/.test(key)),
  refusesList(
    "A list with the query parameter status is a 500.",
    (request) => queryOf(request).has("status"),
    error(500, "internal", "column status is ambiguous"),
  ),
  ...[403, 414].map((status) =>
    refusesList(
      `A gateway refuses any query with ${status}.`,
      ({ query }) => query !== "",
      html(status),
    ),
  ),
  refusesList(
    "The query parameter format gets 404, as where it chooses a view.",
    (request) => queryOf(request).has("format"),
    error(404, "not_found", "There is no such format."),
  ),
  refusesList(
    "The query parameter limit gets 400.",
    (request) => queryOf(request).has("limit"),
    error(400, "bad_request", "Unknown query parameter."),
  ),
  ...GUARDED.map(({ operation, title }) =>
    advice(
      `${title} with another scheme than Bearer gets 500.`,
      "malformed-credential",
      REFUSED,
      (base) =>
        mapUnauthorized(base, operation, (reply, request) =>
          /^(?!bearer)./i.test(authorization(request) ?? "")
            ? error(500, "internal", "Cannot read properties of undefined")
            : reply,
        ),
    ),
  ),
  advice("The scheme without a key gets 400.", "malformed-credential", REFUSED, (base) => ({
    unauthorized: (request) =>
      /^bearer$/i.test((authorization(request) ?? "").trim())
        ? error(400, "invalid_request", "There is no token.")
        : base.unauthorized(request),
  })),
  advice("An unknown id below 1 gets 400.", "negative-id", BELOW_1, (base) => ({
    notFound: (id) => (id <= 0n ? notPositive : base.notFound(id)),
  })),
  advice(
    "An unknown id below 0 gets 400, though there are orders with such ids.",
    "negative-id",
    BELOW_1,
    { orders: limits, leavesOpen: { why: "malformed ids resemble orders" } },
    (base) => ({
      // Answers for a cancelled order as the reference does.
      secondCancel: ({ id }) => base.notFound(id),
      notFound: (id) => (id < 0n ? notPositive : base.notFound(id)),
    }),
  ),
  advice(
    "A malformed id gets 400 before the key is checked.",
    "malformed-before-key",
    "routers parse the path first",
    (base) =>
      answersFirst(base, (request) =>
        base.operationOf(request) === "cancelOrder" &&
        base.parseId(parameter(request)) === undefined
          ? error(400, "bad_request", "No integer.")
          : undefined,
      ),
  ),
  advice(
    "A malformed id gets 500 with a stack trace.",
    "malformed-server-error",
    LIVES_ON,
    MALFORMED_UNPROVEN,
    { malformedId: () => typed(500, "text/plain", TRACE) },
  ),
  advice(
    "A malformed id resets the connection.",
    "malformed-no-answer",
    LIVES_ON,
    MALFORMED_UNPROVEN,
    { malformedId: () => ({ ...empty(400), writeRaw: () => ({ parts: [], end: "reset" }) }) },
  ),
  advice(
    "HEAD of the list gets 200 without a key.",
    "head-open",
    "its headers show no order",
    (base) =>
      answersFirst(base, ({ method, path }) =>
        method === "HEAD" && path === "/store/orders"
          ? typed(200, "application/json", "")
          : undefined,
      ),
  ),
  alsoReads("+17 cancels 17.", (text) => text.replace(/^\+/, "")),
  alsoReads("017 cancels 17.", (text) => text.replace(/^0+/, "")),
  alsoReads("17.json cancels 17.", (text) => text.replace(/\.json$/, "")),
  alsoReads("17;v=a cancels 17.", (text) => text.replace(/;.*$/, "")),
  alsoReads("17%2F cancels 17.", (text) => text.replace(/\/$/, "")),
  alsoReads("17. cancels 17.", (text) => text.replace(/\.$/, "")),
  alsoReads("17.0 cancels 17.", (text) => text.replace(/\.0$/, "")),
  alsoReads("0x11 cancels 17.", (text) =>
    /^0x[0-9a-f]+$/i.test(text) ? String(BigInt(text)) : text,
  ),
  alsoReads("1.7e1 cancels 17.", (text) =>
    /^[\d.]+e\d+$/.test(text) ? String(Number(text)) : text,
  ),
  alsoReads("White space around an id, line feeds too, is ignored.", (text) => text.trim()),
  alsoReads("%D9%A1%D9%A7 cancels 17.", (text) =>
    text.replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660)),
  ),
  alsoReads("%EF%BC%91%EF%BC%97 cancels 17.", (text) => text.normalize("NFKC")),
  ...["/api", "/v2", "/v1/orders-api", "/V1"].map((basePath) =>
    advice(
      `The base address ends in ${basePath}.`,
      "base-address",
      "the address is yours, not an answer",
      { basePath, foundBy: "first-list", leavesOpen: { unproven: ["version-in-path"] } },
      {},
    ),
  ),
];
