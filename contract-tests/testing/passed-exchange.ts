/** Makes exchanges for the tests of traffic. */
import type { PassedExchange } from "../traffic/passed-exchange.ts";
import { sampleExchange } from "./sample-exchange.ts";

type Answer = Parameters<typeof sampleExchange>[1];

/** By default, a list without a key that gets 200. */
export function passedExchange(
  request: Partial<PassedExchange>,
  answer: Answer = {},
): PassedExchange {
  const { response, sentAt, receivedAt } = sampleExchange({}, answer);
  return {
    method: "GET",
    target: "/v1/store/orders",
    requestHeaders: [],
    requestBytes: 0,
    kept: "bytes",
    response: response!,
    sentAt,
    receivedAt,
    ...request,
  };
}
