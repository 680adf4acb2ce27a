/** Describes what a fault does, in the words of scenario files. */
import type { Fault } from "../../scenarios/scenario.ts";
import type { FaultEffect } from "../replies/call-and-reply.ts";

type Effect = Pick<Fault, "delay"> & Pick<FaultEffect, "status" | "retryAfter" | "fail">;

/** Returns one line: "delay 300–3000 ms, status 503, Retry-After 2". */
export function effectWords({ delay, status, retryAfter, fail }: Effect): string {
  return [
    ...(delay === undefined ? [] : [`delay ${[delay].flat().join("–")} ms`]),
    ...(status === undefined ? [] : [`status ${status}`]),
    ...(retryAfter === undefined ? [] : [`Retry-After ${retryAfter}`]),
    ...(fail === undefined ? [] : [fail]),
  ].join(", ");
}
