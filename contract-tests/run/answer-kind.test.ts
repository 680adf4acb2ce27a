import { expect, test } from "playwright/test";
import type { Credential } from "../client/credentials.ts";
import { answerKindOf } from "./answer-kind.ts";
import { newRunState } from "./run-state.ts";

const state = newRunState();
state.guard.drawn.add(99n);
state.cancelledIds.add(17n);

for (const [line, good, bad] of [
  ["GET /store/orders", "lists", "lists without the key"],
  ["GET /pets/1", undefined, "pets without the key"],
  ["DELETE /store/orders/99", "unknown orders", "cancellations without the key"],
  ["DELETE /store/orders/4", "shipped orders", "cancellations without the key"],
  ["DELETE /store/orders/17", "orders cancelled before", "cancellations without the key"],
  ["DELETE /store/orders/18", undefined, "cancellations without the key"],
  ["DELETE /store/orders/xyz", undefined, undefined],
  ["PUT /store/orders/99", undefined, undefined],
] as const)
  test(`${line} gets one of: ${good ?? "no kind"}, ${bad ?? "no kind"} without the key`, () => {
    const [method, path] = line.split(" ") as [string, string];
    const kind = (credential: Credential) =>
      answerKindOf({ method, path, credential }, { absent: [], shipped: [4n] }, state);
    expect([kind("good"), kind("none"), kind("wrong")]).toEqual([good, bad, bad]);
  });
