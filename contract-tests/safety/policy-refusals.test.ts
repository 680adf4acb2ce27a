/** What a user reads of a call that is not sent. */
import { expect, test } from "playwright/test";
import { isInt64 } from "../../spec/schema/integers.ts";
import { cancel, list, READ_ONLY, RULES, refused as refusedBy } from "../testing/policy-rules.ts";

const refused = (segment: string, rules = RULES) => refusedBy(cancel(segment), rules, list("[]"));

test("a refusal says as what the text could be read, and asks for ids that are possible", () => {
  const why = (segment: string): string | undefined => refused(segment)?.why;
  expect(why("5")).toBe('"5" may be an order that the list does not show. If it is free, provide it: --absent 5.');
  expect(why("05")).toBe(
    '"05" could be read as 5, which may be an order that the list does not show. If it is free, provide it: --absent 5.',
  );
  expect(why("6xyz7")).toBe(
    '"6xyz7" could be read as 6, 7, 67, which may be an order that the list does not show. ' +
      "Provide those that are free: --absent 6 --absent 7 --absent 67.",
  );
  expect(why("6xyz7x8")).toMatch(/could be read as 6, 7, 8, 678, which .* --absent 8 --absent 678\.$/);
  expect(why("5_5")).toMatch(/could be read as 5, 55, 505, 515, …, which .* --absent 515 …$/);
  expect(refused("17", READ_ONLY)).toEqual({
    why: '"17" was not provided for this call.',
    absentNeeded: [],
  });
  for (const digits of ["99999999999999999999", "-99999999999999999999", "9".repeat(400)]) {
    const { absentNeeded = [] } = refused(digits) ?? {};
    expect(absentNeeded.length).toBeGreaterThan(0);
    expect(absentNeeded.filter((id) => !isInt64(id))).toEqual([]);
  }
});
