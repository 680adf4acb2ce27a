import { empty, error, html, json, typed, withBody, withHeader } from "../replies.ts";
import { type Sound, sound } from "../variant.ts";

const all = (
  id: string,
  title: string,
  ruling: string,
  refused: (error: { code: string; message: string; status: number }) => string,
  options: Partial<Sound> = {},
): Sound =>
  sound(
    id,
    title,
    ruling,
    (service) => {
      service.refuse = () => json(401, refused({ code: "unauthorized", message: "No.", status: 401 }));
      service.notFound = () => json(404, refused({ code: "order_not_found", message: "No.", status: 404 }));
    },
    options,
  );
const errors = [
  all("errors-with-more", "Errors have further fields.", "further fields are sound on Error", (plain) =>
    JSON.stringify({ ...plain, requestId: "r-1", details: [null, { field: "x" }], timestamp: 1, statusText: null }),
  ),
  all(
    "errors-pretty",
    "Errors are indented.",
    "JSON allows white space",
    (plain) => `${JSON.stringify(plain, null, 2)}\n`,
  ),
  all(
    "errors-in-other-order",
    "Errors start with their status.",
    "JSON objects have no order",
    ({ code, message, status }) => JSON.stringify({ status, message, code }),
  ),
  all("errors-with-long-messages", "Messages of Errors have 20,000 letters.", "a message is a string", (plain) =>
    JSON.stringify({ ...plain, message: "so sorry ".repeat(2222) }),
  ),
  all("errors-in-other-languages", "Messages of Errors are in Japanese and emoji.", "a message is a string", (plain) =>
    JSON.stringify({ ...plain, message: "注文が見つかりません 🐶" }),
  ),
  all(
    "errors-with-same-field-nested",
    "A further field of Errors is an Error of another status.",
    "further fields are sound on Error",
    (plain) => JSON.stringify({ ...plain, cause: { code: 1, message: null, status: "500" } }),
  ),
  sound("404-message-differs", "No two Errors of a 404 are alike.", "a message is a string", (service) => {
    let calls = 0;
    service.notFound = (id) => error(404, "order_not_found", `${++calls}: ${id}`);
  }),
];

const MALFORMED: Readonly<Record<string, () => ReturnType<typeof json>>> = {
  "400-text": () => typed(400, "text/plain", "Bad Request"),
  "400-html": () => html(400),
  "404-html": () => html(404),
  "404-empty": () => empty(404),
  "400-empty": () => empty(400),
  "422-other-json": () => json(422, '{"detail":[{"loc":["path","orderId"],"msg":"value is not a valid integer"}]}'),
  "405-empty": () => empty(405),
  "414-text": () => typed(414, "text/plain", "URI Too Long"),
  "400-problem": () =>
    typed(400, "application/problem+json", '{"type":"about:blank","title":"Bad Request","status":400}'),
};
const malformed = Object.entries(MALFORMED).map(([name, reply]) =>
  sound(
    `malformed-${name}`,
    `An orderId that is no integer gets ${name.replace("-", " with ")}.`,
    "malformed ids: any 4xx, any body",
    (service) => {
      service.malformed = reply;
    },
  ),
);
const looseIds = [
  sound(
    "leading-zeros-are-integers",
    "017 is 17, and +17 too.",
    "017 is an integer, if an odd one",
    (service) => {
      const { parseId } = service;
      service.parseId = (text) => parseId(text) ?? (/^[+-]?\d{1,40}$/.test(text) ? BigInt(text) : undefined);
    },
    { mayAdvise: "other readers take 017 for malformed" },
  ),
  sound(
    "percent-zz-is-refused-by-the-gateway",
    "%zz in the path is the gateway's 400 in HTML, before the key is asked for.",
    "malformed ids: any 4xx, any body",
    (service) => {
      const { answer } = service;
      service.answer = async (request) => (/%(?![0-9a-f]{2})/i.test(request.path ?? "") ? html(400) : answer(request));
    },
    { mayAdvise: "the 400 comes before the 401" },
  ),
];

const shippedForms = [
  sound("conflict-with-coding-header", "The empty 409 has headers of all kinds.", "conflict-body", (service) => {
    service.conflict = () =>
      withHeader(withHeader(withBody(empty(409), ""), "Content-Language", "en"), "X-Reason", "shipped");
  }),
];

export const ERROR_VARIANTS: readonly Sound[] = [...errors, ...malformed, ...looseIds, ...shippedForms];
