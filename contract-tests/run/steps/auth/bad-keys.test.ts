/** What is blamed where a service looks for the order before it asks for the key. */
import { expect, test } from "playwright/test";
import { orderPath } from "../../../client/calls.ts";
import {
  errorAnswer,
  PENDING,
  SHIPPED,
  scriptedRun,
  soundService,
} from "../../../testing/simulation/scripted-run.ts";
import { badKeys } from "./bad-keys.ts";

const KNOWN = [...PENDING, SHIPPED].map(orderPath);

test("404 for an unknown order without the key is not blamed on an earlier request", async () => {
  const service = soundService();
  const { judge } = scriptedRun((call) => {
    const isUnknown = call.method === "DELETE" && !KNOWN.includes(call.path);
    return isUnknown ? errorAnswer(404) : service(call);
  });
  const findings = await judge(badKeys.run);
  const violated = findings.flatMap((one) => (one.kind === "violated" ? [one.clause] : []));
  expect(violated).toContain("auth-first");
  expect(violated).not.toContain("auth-each-request");
});
