import { expect, test } from "playwright/test";
import { fillId } from "./similar-ids.ts";

for (const [text, positive, negative, zero] of [
  ["{id},{id}", "1705,1705", "-1705,-1705", "0,0"],
  ["{hexadecimal}", "0x6a9", "-0x6a9", "0x0"],
  ["{grouped}", "170_5", "-170_5", "_0"],
  ["{arabic}", "%D9%A1%D9%A7%D9%A0%D9%A5", "-%D9%A1%D9%A7%D9%A0%D9%A5", "%D9%A0"],
  ["{padded}", "01705", "-01705", "00"],
  ["{escaped-twice}", "%2531%2537%2530%2535", "-%2531%2537%2530%2535", "%2530"],
  ["{id}.{drawn}", "1705.{drawn}", "-1705.{drawn}", "0.{drawn}"],
] as const)
  test(`${text} of an id, of a negative one, and of zero`, () => {
    expect([1705n, -1705n, 0n].map((id) => fillId(text, id))).toEqual([positive, negative, zero]);
  });
