/** Tests which addresses that a list names are requested without the key. */
import { expect, test } from "playwright/test";
import { FILE_SPELLINGS } from "../../../tables/addresses.ts";
import { allOf } from "../../../tables/table.ts";
import { STAGING } from "../../../testing/sample-exchange.ts";
import {
  listAnswer,
  PENDING,
  scriptedRun,
  soundService,
} from "../../../testing/simulation/scripted-run.ts";
import { openings } from "./openings.ts";

test("an address of the list in another form is asked for, one that may have an effect or is elsewhere is not", async () => {
  const service = soundService();
  const headers = [
    [
      "Link",
      '</v1/store/orders?a=b>; rel="alternate", </v1/store/orders/17/cancel?sig=x>; rel="cancel"',
    ],
    [
      "Link",
      '<http://elsewhere/v1/other>; rel="self", </v2/other>; rel="self", <other#c>; rel="first"',
    ],
    ["Content-Location", "/v1/other?sig=y"],
    ["Location", "/v1/done"],
  ] as const;
  const { calls, judge } = scriptedRun(
    (call) => (call.credential === "good" ? { ...listAnswer(PENDING), headers } : service(call)),
    { baseUrl: STAGING },
  );
  await judge(openings.run);
  const asked = calls.map(({ path, query }) => (query === undefined ? path : `${path}?${query}`));
  expect(asked.filter((address) => /[?]a=|sig=|other|done/.test(address))).toEqual([
    "/other?sig=y",
    "/store/orders?a=b",
    "/store/other",
  ]);
  const withKey = calls.filter(
    ({ credential, path }) => credential === "good" && path !== "/store/orders",
  );
  const rows = allOf(FILE_SPELLINGS);
  const files = [...rows, ...rows].map((path) => path.replace("{name}", "b"));
  expect(withKey.map(({ path }) => path)).toEqual(files.slice(0, rows.length));
  expect(asked.filter((address) => /\.cs[sv]$/.test(address))).toEqual(files);
});
