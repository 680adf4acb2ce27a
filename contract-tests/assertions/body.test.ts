/** Where the syntax of a body is wrong. Its media type, coding and character set are in the corpus. */
import { expect, test } from "playwright/test";
import { createFindings } from "../run/findings.ts";
import { sampleExchange } from "../testing/sample-exchange.ts";
import { expectJsonBody } from "./body.ts";

function violationIn(body: string) {
  const exchange = sampleExchange({}, { body });
  const { recorder, list } = createFindings();
  expectJsonBody(exchange, exchange.response!, recorder);
  return list().find(({ kind }) => kind === "violated");
}

for (const [text, place] of [
  ["[1,]", "line 1, column 4"],
  ["[\n1,\n]", "line 3, column 1"],
  ["\n\nx", "line 3, column 1"],
  [`[${" ".repeat(2 ** 22 - 1)}x]`, "line 1, column 4194305"],
  ['["é😀",\n\n  x]', "line 3, column 3"],
  ["", "line 1, column 1"],
  [`[${" ".repeat(2 ** 22)}x]`, "character 4,194,305"],
] as const)
  test(`the syntax of ${JSON.stringify(text.slice(0, 12))} is wrong at ${place}`, () => {
    expect(violationIn(text)).toMatchObject({
      clause: "body-json",
      why: expect.stringMatching(new RegExp(`, at ${place}\\.$`)),
    });
  });
