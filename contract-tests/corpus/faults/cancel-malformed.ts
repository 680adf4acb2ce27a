import { empty, error, html, typed } from "../replies.ts";
import { small } from "../seeds.ts";
import { type Fault, fault, UNSEEN } from "../variant.ts";

/** Text that is no integer, read as one. */
const loose = (id: string, title: string, read: (text: string) => bigint | undefined): Fault =>
  fault(
    id,
    title,
    ["cancel-malformed-refused"],
    (service) => {
      const { parseId } = service;
      service.parseId = (text) => parseId(text) ?? read(text);
    },
    // Beside each order that is handed over stands nobody's: 52.5 may be taken for 52 and for 53 without harm.
    { readOnly: UNSEEN.effect, seed: small },
  );
const integer = (number: number): bigint | undefined =>
  Number.isFinite(number) ? BigInt(Math.trunc(number)) : undefined;
const malformed = [
  loose("id-read-up-to-the-letters", "12abc cancels 12.", (text) => integer(Number.parseInt(text, 10))),
  loose("id-read-as-number", "17.0, 0x11, 1e1 and spaces around are read as Number does.", (text) =>
    text.trim() === "" ? undefined : integer(Number(text)),
  ),
  loose("id-fraction-dropped", "17.5 cancels 17.", (text) =>
    /^-?\d+\.\d+$/.test(text) ? BigInt(text.split(".")[0] ?? "") : undefined,
  ),
  loose("id-digits-picked", "abc17 and 17abc cancel 17: all but digits is dropped.", (text) =>
    /\d/.test(text) ? BigInt(text.replaceAll(/\D/g, "")) : undefined,
  ),
  fault(
    "several-at-once",
    "17,23 cancels both orders.",
    ["cancel-malformed-refused"],
    (service) => {
      const { malformed } = service;
      service.malformed = (text) => {
        const orders = text.split(",").map((part) => service.orders.find(({ id }) => `${id}` === part));
        if (orders.includes(undefined)) return malformed(text);
        for (const order of orders) if (order?.state === "pending") service.settle(order, "cancelled");
        return empty(204);
      };
    },
    { readOnly: UNSEEN.effect, seed: small },
  ),
  ...[200, 204, 202].map((status) =>
    fault(
      `malformed-answers-${status}`,
      `An orderId that is no integer is answered with ${status}.`,
      ["cancel-malformed-refused"],
      (service) => {
        service.malformed = () => empty(status);
      },
    ),
  ),
  fault(
    "malformed-stack-trace",
    "An orderId that is no integer brings a stack trace.",
    ["cancel-malformed-refused"],
    (service) => {
      service.malformed = (text) =>
        typed(
          500,
          "text/plain",
          `SyntaxError: Cannot convert ${text} to a BigInt\n    at BigInt (<anonymous>)\n    at cancel (/srv/app/orders.js:42:17)\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)\n`,
        );
    },
  ),
  fault(
    "malformed-stack-trace-in-error",
    "An orderId that is no integer brings a stack trace in an Error.",
    ["cancel-malformed-refused"],
    (service) => {
      service.malformed = () =>
        error(
          500,
          "internal",
          'java.lang.NumberFormatException: For input string: "abc"\n\tat java.base/java.lang.Long.parseLong(Long.java:711)\n\tat com.example.OrderController.cancel(OrderController.java:57)',
        );
    },
  ),
  fault(
    "malformed-traceback",
    "An orderId that is no integer brings a Python traceback in HTML.",
    ["cancel-malformed-refused"],
    (service) => {
      service.malformed = () =>
        typed(
          500,
          "text/html",
          '<pre>Traceback (most recent call last):\n  File "/srv/app/views.py", line 57, in cancel\n    order_id = int(raw)\nValueError: invalid literal for int() with base 10</pre>',
        );
    },
  ),
  fault(
    "malformed-ends-the-service",
    "After an orderId that is no integer, everything is a 502.",
    ["cancel-malformed-refused"],
    (service) => {
      const { serve, malformed: plain } = service;
      let down = false;
      service.malformed = (text) => {
        down = true;
        return plain(text);
      };
      service.serve = async (request) => (down ? html(502) : serve(request));
    },
  ),
  fault(
    "percent-zz-ends-the-service",
    "After %zz in the path every connection is reset.",
    ["cancel-malformed-refused"],
    (service) => {
      const { serve } = service;
      let down = false;
      service.serve = async (request) => {
        down ||= /%(?![0-9a-f]{2})/i.test(request.path ?? "");
        const reply = await serve(request);
        return down ? { ...reply, onWire: () => ({ parts: [], end: "reset" }) } : reply;
      };
    },
  ),
  fault(
    "broken-utf8-ends-the-service",
    "After %ff or %c3%28 in the path everything is a 500.",
    ["cancel-malformed-refused"],
    (service) => {
      const { serve } = service;
      let down = false;
      service.serve = async (request) => {
        try {
          decodeURIComponent(request.path ?? "");
        } catch {
          down = true;
        }
        return down ? error(500, "internal", "URI malformed") : serve(request);
      };
    },
  ),
  fault(
    "malformed-cancels-first-pending",
    "An orderId that is no integer cancels the first order that is handed over, and is refused.",
    ["cancel-malformed-refused", "cancel-only-that-order", "cancel-pending"],
    (service) => {
      const { malformed: plain } = service;
      service.malformed = (text) => {
        const other = service.orders.find(
          (order) => order.state === "pending" && service.seed.pending.includes(order.id),
        );
        if (other) service.settle(other, "cancelled");
        return plain(text);
      };
    },
    { readOnly: UNSEEN.effect, harms: { why: "it cancels orders that nobody named", readOnly: "too" } },
  ),
  fault(
    "malformed-cancels-what-it-starts-with",
    "17abc is refused with 400 and cancels 17.",
    ["cancel-malformed-refused"],
    (service) => {
      const { malformed: plain } = service;
      service.malformed = (text) => {
        const other = service.orders.find(
          ({ id, state }) => state === "pending" && id === integer(Number.parseInt(text, 10)),
        );
        if (other) service.settle(other, "cancelled");
        return { ...plain(text), status: 400 };
      };
    },
    { readOnly: UNSEEN.effect },
  ),
];

export const MALFORMED_FAULTS: readonly Fault[] = malformed;
