/** For each bug of Prism an exchange that shows it, and the answer by which it is recognised. */
import type { CompleteExchange, PrismAnswer, PrismResponse } from "../answer.ts";
import type { BugId } from "../explanations.ts";
import { cancelling, listing } from "./exchanges.ts";

interface BugProbe {
  readonly exchange: CompleteExchange;
  readonly shows: (answer: PrismAnswer) => boolean;
}

const ends = (answer: PrismAnswer): boolean => answer.kind === "ended";
const responds =
  (test: (response: PrismResponse) => boolean) =>
  (answer: PrismAnswer): boolean =>
    answer.kind === "response" && test(answer);
const reports = (code: string | number) =>
  responds(({ violations }) => violations.some((violation) => violation.code === code));

export const BUG_PROBES: Readonly<Record<BugId, BugProbe>> = {
  "crashes-on-escape": { exchange: cancelling("%zz", 404), shows: ends },
  "dies-of-media-type": { exchange: listing(200, "[]", "nonsense"), shows: ends },
  "takes-path-for-host": {
    exchange: { ...listing(200, "{}"), call: { method: "GET", path: "//store/store/orders", credential: "good" } },
    shows: reports("type"),
  },
  "answers-itself": { exchange: listing(501, "{}"), shows: responds(({ status }) => status === 200) },
  "int64-as-double": { exchange: listing(200, '[{"id":9007199254740993}]'), shows: reports("maximum") },
  "leap-second-in-utc-only": {
    exchange: listing(200, '[{"shipDate":"2016-12-31T15:59:60-08:00"}]'),
    shows: reports("format"),
  },
  "text-when-not-json": { exchange: listing(200, "[]", "text/plain"), shows: reports("type") },
};
