/**
 * Judges one list several times, and prints for each time its milliseconds and the peak memory of the process. Arguments: the
 * judge (`gate`, or `ajv`: JSON.parse and a compiled validator), the number of times, the file with the list.
 */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { parse } from "yaml";
import { NULL_RECORDER, type Recorder } from "../assertions/finding.ts";

import { expectOrderList, readOrderList } from "../assertions/order-list-body.ts";
import { OrderIndex } from "../assertions/order-set.ts";
import type { Exchange, Response } from "../client/exchange.ts";

const [judge, times, file] = process.argv.slice(2) as [string, string, string];
const body = readFileSync(file);
const judges: Readonly<Record<string, () => void>> = { gate: byGate, ajv: byAjv() };

function byGate(): void {
  const response: Response = {
    status: 200,
    reason: "OK",
    httpVersion: "1.1",
    headers: [["Content-Type", "application/json"]],
    body,
    trailingBytes: 0,
    informational: [],
  };
  const call = { method: "GET", path: "/store/orders", credential: "good" } as const;
  const exchange: Exchange = {
    ...{ call, response, url: "http://orders.test/v1/store/orders", requestHeaders: [] },
    ...{ credentialEchoed: false, sentAt: 0, receivedAt: 0 },
  };
  const complain = (...what: unknown[]): void => {
    throw new Error(`The list does not conform: ${what[0]} ${what[1]}`);
  };
  const recorder: Recorder = { ...NULL_RECORDER, violated: complain, advise: complain };
  if (expectOrderList(exchange, response, readOrderList(response, [], new OrderIndex()), recorder) === undefined)
    complain();
}

function byAjv(): () => void {
  const openapi = readFileSync(fileURLToPath(import.meta.resolve("orders-kit/openapi.yaml")), "utf8");
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const validate = ajv.compile({ type: "array", items: parse(openapi).components.schemas.Order });
  return () => {
    if (!validate(JSON.parse(body.toString()))) throw new Error("The list does not conform");
  };
}

for (let time = 0; time < Number(times); time++) {
  const start = performance.now();
  judges[judge]?.();
  const ms = performance.now() - start;
  console.log(JSON.stringify({ ms, peakMb: process.resourceUsage().maxRSS / 1024 }));
}
