/** How answers travel: liberties with HTTP that clients can cope with. */
import { gzipSync } from "node:zlib";
import { empty, error, html, typed, withBody, withHeader } from "../replies.ts";
import { type Advice, advice } from "../variant.ts";
import { field, type Reply, type Request } from "../wire.ts";

const lists = (id: string, title: string, ruling: string, change: (plain: Reply, request: Request) => Reply): Advice =>
  advice(id, title, ruling, (service) => {
    const { list } = service;
    service.list = (request) => change(list(request), request);
  });
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
export const TRANSPORT_ADVICE: readonly Advice[] = [
  lists("list-total-greater", "X-Total-Count says more than the list holds.", "what is counted nobody says", (plain) =>
    withHeader(plain, "X-Total-Count", "99"),
  ),
  advice(
    "list-502-second-time",
    "The second list is a gateway's 502, and none after it.",
    "a gateway's error that a repetition does not show again",
    (service) => {
      const { list } = service;
      service.list = (request) => (service.lists === 2 ? html(502) : list(request));
    },
  ),
  lists("byte-order-mark", "The list starts with a byte order mark.", "BOM", (plain) =>
    withBody(plain, Buffer.concat([BOM, plain.body])),
  ),
  advice("byte-order-mark-in-401", "A 401 starts with a byte order mark.", "BOM", (service) => {
    const { refuse } = service;
    service.refuse = (request) => withBody(refuse(request), Buffer.concat([BOM, refuse(request).body]));
  }),
  lists("compressed-unasked", "The list is compressed, asked or not.", "compression unasked", (plain) =>
    withHeader(withBody(plain, gzipSync(plain.body)), "Content-Encoding", "gzip"),
  ),
  lists("list-203", "The list answers 203.", "203", (plain) => ({ ...plain, status: 203 })),
  lists("range-206", "A Range is answered with 206 and one order.", "Range answered with 206", (plain, request) =>
    field(request, "range") === undefined
      ? plain
      : withHeader(withBody({ ...plain, status: 206 }, "[]"), "Content-Range", "items 0-0/34"),
  ),
  lists("xml-when-asked", "The list is XML where that is asked for.", "XML when asked for", (plain, request) =>
    /xml/.test(field(request, "accept") ?? "") ? typed(200, "application/xml", "<orders/>") : plain,
  ),
  lists(
    "same-key-twice",
    "Every order has its quantity twice, the same.",
    "duplicate keys of the same value",
    (plain) =>
      withBody(
        plain,
        Buffer.from(plain.body)
          .toString()
          .replaceAll(/("quantity":\d+)/g, "$1,$1"),
      ),
  ),
  advice(
    "pets-404-without-key",
    "Without a key the pets operation is a 404.",
    "404 of the pets operation without a key",
    (service) => {
      const { answer } = service;
      service.answer = async (request) =>
        service.operation(request) === "pet" && !service.admits(request)
          ? error(404, "not_found", "Nothing here.")
          : answer(request);
    },
  ),
  advice(
    "pets-404-for-everybody",
    "The pets operation is gone with the wind: 404 without asking for a key.",
    "404 of the pets operation without a key",
    (service) => {
      const { answer } = service;
      service.answer = async (request) => (service.operation(request) === "pet" ? empty(404) : answer(request));
    },
  ),
];
