/** Requests that are accepted or refused in a way that the contract neither clearly allows nor forbids. */
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

const FIREWALL = "a firewall in front refuses what looks like an attack";
const UNREADABLE = "a key that is too long or outside ASCII is refused with another status";
const refusesKey = (
  words: string,
  status: number,
  ruling: string,
  isRefused: (key: string) => boolean,
): Advice =>
  advice(`${words} gets ${status} in HTML.`, ruling, (base) => ({
    unauthorized: (request) =>
      isRefused(bearer(request) ?? "") ? html(status) : base.unauthorized(request),
  }));

const refusesList = (
  title: string,
  refuses: (request: Request) => boolean,
  refusal: Reply,
): Advice =>
  advice(title, "an undeclared query parameter is refused", (base) =>
    mapList(base, (reply, request) => (refuses(request) ? refusal : reply)),
  );
const BELOW_1 = "400 for ids below 1";
const notPositive = error(400, "bad_request", "orderId must be positive.");
const TRACE =
  'java.lang.NumberFormatException: For input string: "abc"\n\tat java.base/java.lang.Long.parseLong(Long.java:711)';
const MALFORMED_UNPROVEN = { leavesOpen: { unproven: ["cancel-malformed-refused"] } } as const;
/** Also reads an id with something around it that `strip` removes. */
const alsoReads = (title: string, strip: (text: string) => string): Advice =>
  advice(
    title,
    "a text near an id cancels the order",
    { withoutIds: "undetected", orders: roomy, foundBy: "late-effects" },
    (base) => ({
      parseId: (text) => base.parseId(text) ?? base.parseId(strip(text)),
    }),
  );

export const REQUEST_ADVICE = [
  ...KEY_ELSEWHERE.map(([words, accepts]) =>
    advice(`The key is also accepted ${words}.`, "the key accepted in another way", (base) =>
      alsoAccepts(base, ["listOrders", "cancelOrder", "getPet", "other"], accepts),
    ),
  ),
  advice(
    "The second word of Authorization is the key, whatever follows it.",
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
      "how a credential in another form is refused",
      (base) =>
        mapUnauthorized(base, operation, (reply, request) =>
          /^(?!bearer)./i.test(authorization(request) ?? "")
            ? error(500, "internal", "Cannot read properties of undefined")
            : reply,
        ),
    ),
  ),
  advice(
    "The scheme without a key gets 400.",
    "how a credential in another form is refused",
    (base) => ({
      unauthorized: (request) =>
        /^bearer$/i.test((authorization(request) ?? "").trim())
          ? error(400, "invalid_request", "There is no token.")
          : base.unauthorized(request),
    }),
  ),
  advice("An unknown id below 1 gets 400.", BELOW_1, (base) => ({
    notFound: (id) => (id <= 0n ? notPositive : base.notFound(id)),
  })),
  advice(
    "An unknown id below 0 gets 400, though there are orders with such ids.",
    BELOW_1,
    { orders: limits, leavesOpen: { why: "malformed ids resemble orders" } },
    (base) => ({
      // A cancelled order is answered as the reference does.
      secondCancel: ({ id }) => base.notFound(id),
      notFound: (id) => (id < 0n ? notPositive : base.notFound(id)),
    }),
  ),
  advice(
    "A malformed id gets 400 before the key is checked.",
    "a malformed id is refused before the key is checked",
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
    "a malformed id gets 500",
    MALFORMED_UNPROVEN,
    { malformedId: () => typed(500, "text/plain", TRACE) },
  ),
  advice(
    "A malformed id resets the connection.",
    "a malformed id is not answered",
    MALFORMED_UNPROVEN,
    { malformedId: () => ({ ...empty(400), writeRaw: () => ({ parts: [], end: "reset" }) }) },
  ),
  advice("HEAD of the list gets 200 without a key.", "HEAD without a key gets 200", (base) =>
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
  alsoReads("0x11 cancels 17, as BigInt() reads it.", (text) =>
    /^0x[0-9a-f]+$/i.test(text) ? String(BigInt(text)) : text,
  ),
  alsoReads("1.7e1 cancels 17, as Number() reads it.", (text) =>
    /^[\d.]+e\d+$/.test(text) ? String(Number(text)) : text,
  ),
  alsoReads("All white space is removed, and 0x11 is read as Long.decode() does.", (text) => {
    const compact = text.replaceAll(/\s/g, "");
    return /^0x[0-9a-f]+$/i.test(compact) ? String(BigInt(compact)) : compact;
  }),
  alsoReads("White space around an id, line feeds too, is ignored.", (text) => text.trim()),
  alsoReads("%D9%A1%D9%A7 cancels 17: digits of other scripts are read as digits.", (text) =>
    text.replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660)),
  ),
  alsoReads("%EF%BC%91%EF%BC%97 cancels 17: digits in another form are digits.", (text) =>
    text.normalize("NFKC"),
  ),
  ...["/api", "/v2", "/v1/orders-api", "/V1"].map((basePath) =>
    advice(
      `The base address ends in ${basePath}.`,
      "a base address that does not end in v1",
      { basePath, foundBy: "first-list", leavesOpen: { unproven: ["version-in-path"] } },
      {},
    ),
  ),
];
