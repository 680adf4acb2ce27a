/** What a reasonable reader of the contract could dispute: reported, and never a failure. */
import { alsoAdmits, OTHER_ROADS } from "../credentials.ts";
import { empty, error, html, json, typed, withBody, withHeader } from "../replies.ts";
import { edges } from "../seeds.ts";
import { bearer, parameter, type Service } from "../service.ts";
import { type Advice, advice, UNSEEN } from "../variant.ts";
import { field, type Reply, type Request } from "../wire.ts";
import { TRANSPORT_ADVICE } from "./transport.ts";

const roads = Object.entries(OTHER_ROADS).flatMap(([name, [words, lets]]) => [
  advice(`key-${name}`, `The key is also accepted ${words}.`, "the right key by another road", (service) =>
    alsoAdmits(service, ["list", "cancel", "pet", "other"], lets),
  ),
  advice(
    `key-${name}-for-cancel`,
    `Cancelling also accepts the key ${words}.`,
    "the right key by another road",
    (service) => alsoAdmits(service, ["cancel"], lets),
  ),
]);

const DATES: Readonly<Record<string, string>> = {
  "without-offset": "2026-03-01T10:00:00",
  "with-a-space": "2026-03-01 10:00:00Z",
  "with-a-space-without-offset": "2026-03-01 10:00:00",
  "lower-case-t": "2026-03-01t10:00:00Z",
  "lower-case-z": "2026-03-01T10:00:00z",
  basic: "20260301T100000Z",
  "without-seconds": "2026-03-01T10:00Z",
  "offset-without-colon": "2026-03-01T10:00:00+0100",
  "offset-of-hours": "2026-03-01T10:00:00+01",
  "with-a-comma": "2026-03-01T10:00:00,5Z",
};
const dates = Object.entries(DATES).map(([name, date], index) =>
  advice(`date-${name}`, `shipDate is ${date}.`, "shipDate: a liberty with RFC 3339", (service) => {
    const { members } = service;
    service.members = (order, at, count) => ({
      ...members(order, at, count),
      ...((index % 2 === 0 || at === count - 1) && { shipDate: `"${date}"` }),
    });
  }),
);

const CONFLICTS: Readonly<Record<string, Reply>> = {
  html: html(409),
  "other-object": json(409, '{"error":"shipped"}'),
  "empty-object": json(409, "{}"),
  "status-400": error(409, "order_shipped", "The order has shipped."),
  "code-number": json(409, '{"code":17,"message":"The order has shipped.","status":409}'),
  order: json(409, '{"id":31,"petId":103,"quantity":5,"complete":true}'),
};
const conflicts = Object.entries(CONFLICTS).map(([name, reply]) =>
  advice(
    `conflict-${name}`,
    `The 409 carries ${name.replaceAll("-", " ")}.`,
    "409: a body that is no Error of 409",
    (service) => {
      service.conflict = () =>
        name === "status-400" ? withBody(reply, '{"code":"order_shipped","message":"Shipped.","status":400}') : reply;
    },
    { readOnly: UNSEEN.shipped },
  ),
);

const member = (id: string, title: string, name: string, text: (plain: string) => string): Advice =>
  advice(id, title, "integers: the value counts, the form is disputable", (service) => {
    const { members } = service;
    service.members = (...order) => {
      const plain = members(...order);
      return { ...plain, [name]: text(plain[name] ?? "") };
    };
  });
const numbers = [
  member("quantity-with-fraction-of-zero", "quantity is 2.0.", "quantity", (plain) => `${plain}.0`),
  member("quantity-in-exponent-form", "quantity is 2e0.", "quantity", (plain) => `${plain}e0`),
  advice("zero-and-below-answer-400", "An unknown id of 0 and below is a 400.", "400 for ids <= 0", (service) => {
    const { notFound } = service;
    service.notFound = (id) => (id <= 0n ? error(400, "bad_request", "orderId must be positive.") : notFound(id));
  }),
  advice("below-zero-answers-400", "An unknown id below 0 is a 400 in text.", "400 for ids <= 0", (service) => {
    const { notFound } = service;
    service.notFound = (id) => (id < 0n ? typed(400, "text/plain", "Bad Request") : notFound(id));
  }),
];

/** 400 to a name that the contract does not declare. */
const strictly = (id: string, title: string, refuses: (parameters: URLSearchParams) => boolean): Advice =>
  advice(id, title, "400 to an undeclared parameter", (service) => {
    const { list } = service;
    service.list = (request) =>
      refuses(new URLSearchParams(request.query))
        ? error(400, "bad_request", "Unknown query parameter.")
        : list(request);
  });
const queries = [
  ...[403, 414, 431].map((status) =>
    advice(
      `parameters-refused-with-${status}`,
      `A gateway refuses queries with ${status}.`,
      "400 to an undeclared parameter; gateways have their own ways",
      (service) => {
        const { list } = service;
        service.list = (request) => (request.query === "" ? list(request) : html(status));
      },
    ),
  ),
  strictly("any-parameter-refused", "Any query parameter is a 400.", (parameters) => parameters.size > 0),
  strictly("limit-refused", "limit is a 400, other parameters are ignored.", (parameters) => parameters.has("limit")),
  strictly("status-refused", "status is a 400, other parameters are ignored.", (parameters) =>
    parameters.has("status"),
  ),
];

const isMalformed = (service: Service, request: Request): boolean =>
  service.operation(request) === "cancel" && service.parseId(parameter(request)) === undefined;
const malformed = [
  advice(
    "malformed-before-401",
    "A malformed id is a 400 before the key is asked for.",
    "400 of a malformed id before the 401",
    (service) => {
      const { answer } = service;
      service.answer = async (request) =>
        isMalformed(service, request) ? error(400, "bad_request", "No integer.") : answer(request);
    },
  ),
  advice(
    "malformed-404-before-401",
    "A malformed id is no route: 404 in HTML before the key is asked for.",
    "400 of a malformed id before the 401",
    (service) => {
      const { answer } = service;
      service.answer = async (request) => (isMalformed(service, request) ? html(404) : answer(request));
    },
  ),
  advice("malformed-500", "A malformed id is a 500 with an Error.", "malformed ids: 500 with an Error", (service) => {
    service.malformed = () => error(500, "internal", "Something went wrong.");
  }),
  advice("malformed-reset", "A malformed id resets the connection.", "malformed ids: a reset", (service) => {
    service.malformed = () => ({ ...empty(400), onWire: () => ({ parts: [], end: "reset" }) });
  }),
  advice(
    "malformed-hangs",
    "A malformed id is never answered.",
    "malformed ids: a hang",
    (service) => {
      service.malformed = () => ({ ...empty(400), onWire: () => ({ parts: [], end: "hang" }) });
    },
    { callTimeoutMs: 150 },
  ),
];

const echo = (
  id: string,
  title: string,
  change: (service: Service, told: (request: Request) => string) => void,
): Advice =>
  advice(id, title, "the credential repeated in a message", (service) =>
    change(service, (request) => bearer(request) ?? field(request, "authorization") ?? "nothing"),
  );
const echoes = [
  echo("wrong-key-in-message", "The message of a 401 repeats the key that was sent.", (service, told) => {
    service.refuse = (request) => error(401, "unauthorized", `The key ${told(request)} is not valid.`);
  }),
  echo("good-key-in-404", "The message of a 404 repeats the key.", (service) => {
    service.notFound = (id) => error(404, "order_not_found", `There is no order ${id} for ${service.key}.`);
  }),
  echo("good-key-in-list", "Orders say with which key they were listed.", (service) => {
    const { members } = service;
    service.members = (...order) => ({ ...members(...order), listedBy: JSON.stringify(service.key) });
  }),
  echo("good-key-in-header", "Answers have a header with the key.", (service) => {
    const { serve } = service;
    service.serve = async (request) => withHeader(await serve(request), "X-Api-Key-Used", service.key);
  }),
  echo("authorization-in-header", "A 401 repeats the Authorization in base64.", (service, told) => {
    const { refuse } = service;
    service.refuse = (request) => withHeader(refuse(request), "X-Debug", Buffer.from(told(request)).toString("base64"));
  }),
];

const bases = ["/api", "/v2", "/v1/orders-api", "/V1", "/v1.0", "/rest/latest"].map((basePath) =>
  advice(
    `base${basePath.replaceAll(/[/.]/g, "-")}`,
    `The base address ends in ${basePath}.`,
    "base address without v1 at its end",
    () => {},
    { basePath },
  ),
);
const edgy = advice(
  "edges-refused-below-zero",
  "Unknown ids below 0 are a 400, orders below 0 are served.",
  "400 for ids <= 0",
  (service) => {
    const { notFound } = service;
    service.gone = ({ id }) => notFound(id);
    service.notFound = (id) => (id < 0n ? error(400, "bad_request", "orderId must be positive.") : notFound(id));
  },
  { seed: edges },
);

export const ADVICE_VARIANTS: readonly Advice[] = [
  ...roads,
  ...dates,
  ...conflicts,
  ...numbers,
  ...queries,
  ...malformed,
  ...echoes,
  ...TRANSPORT_ADVICE,
  ...bases,
  edgy,
];
