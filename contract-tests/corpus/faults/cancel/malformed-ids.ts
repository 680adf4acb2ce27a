import { providedPending } from "../../changes/effects.ts";
import { roomy } from "../../orders.ts";
import { decoded } from "../../raw-http.ts";
import { empty, error, html } from "../../replies.ts";
import { fault } from "../../variant.ts";
import { malformed, NOTATION_FAULTS, readAs, withEffect } from "./id-notations.ts";

const truncated = (number: number): bigint | undefined =>
  Number.isFinite(number) ? BigInt(Math.trunc(number)) : undefined;

const isDecodable = (path: string): boolean => !path.includes("%") || decoded(path) !== path;

export const MALFORMED_ID_FAULTS = [
  readAs("12abc cancels 12.", (text) => truncated(Number.parseInt(text, 10))),
  readAs("17.0, 0x11, 1e1 and spaces around a number are read as Number() does.", (text) =>
    text.trim() === "" ? undefined : truncated(Number(text)),
  ),
  readAs("17.5 cancels 17.", { orders: roomy }, (text) =>
    /^-?\d+\.\d+$/.test(text) ? BigInt(text.split(".")[0] ?? "") : undefined,
  ),
  malformed("17,23 cancels both orders.", withEffect, (base) => ({
    malformedId(text) {
      const orders = text
        .split(",")
        .map((part) => base.store.orders.find(({ id }) => `${id}` === part));
      if (orders.includes(undefined)) return base.malformedId(text);
      for (const order of orders) if (order?.state === "pending") base.setState(order, "cancelled");
      return empty(204);
    },
  })),
  ...NOTATION_FAULTS,

  // Found without ids that are known to be free.
  readAs(
    "All but the digits is ignored, and no id is provided as absent.",
    { absent: [] },
    (text) => (/\d/.test(text) ? BigInt(text.replaceAll(/\D/g, "")) : undefined),
  ),
  ...[200].map((status) =>
    malformed(
      `A malformed id gets ${status}.`,
      { foundBy: "malformed-ids" },
      { malformedId: () => empty(status) },
    ),
  ),
  malformed(
    "After a malformed id every request with the key gets 502.",
    { mayEndRun: true },
    (base) => {
      let isDown = false;
      return {
        malformedId(text) {
          isDown = true;
          return base.malformedId(text);
        },
        answerAuthorized: async (request) => (isDown ? html(502) : base.answerAuthorized(request)),
      };
    },
  ),
  malformed("From %zz in a path on every connection is reset.", { mayEndRun: true }, (base) => {
    let isDown = false;
    return {
      async answerAuthorized(request) {
        isDown ||= /%(?![0-9a-f]{2})/i.test(request.path ?? "");
        const reply = await base.answerAuthorized(request);
        return isDown ? { ...reply, writeRaw: () => ({ parts: [], end: "reset" }) } : reply;
      },
    };
  }),
  malformed("From %ff or %c3%28 in a path on every request gets 500.", (base) => {
    let isDown = false;
    return {
      async answerAuthorized(request) {
        isDown ||= !isDecodable(request.path ?? "");
        return isDown ? error(500, "internal", "URI malformed") : base.answerAuthorized(request);
      },
    };
  }),
  fault(
    "A malformed id is refused, and cancels the first pending order that is provided.",
    ["cancel-malformed-refused", "cancel-pending"],
    { withoutIds: "undetected", harms: "both" },
    (base) => ({
      malformedId(text) {
        const [first] = providedPending(base);
        if (first) base.setState(first, "cancelled");
        return base.malformedId(text);
      },
    }),
  ),
  // Several kinds of calls may have cancelled it, and share no clause.
  fault("17abc is refused with 400, and cancels 17.", ["cancel-pending"], (base) => ({
    malformedId(text) {
      const start = truncated(Number.parseInt(text, 10));
      const named = base.store.orders.find(({ id, state }) => state === "pending" && id === start);
      if (named) base.setState(named, "cancelled");
      return { ...base.malformedId(text), status: 400 };
    },
  })),
];
