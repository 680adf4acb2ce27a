/** A key that was served before, and is refused now. */
import { expect, test } from "playwright/test";
import { LIST_CALL } from "../../client/calls.ts";
import { listAnswer, PENDING, scriptedRun } from "../../testing/simulation/scripted-run.ts";
import { listOrders } from "./lists/read-list.ts";

test("a ban that begins directly behind a list of a step ends the run, and is not taken for the answer to a bad key", async () => {
  const { session } = scriptedRun((_, nth) => (nth === 0 ? listAnswer(PENDING) : { status: 402 }));
  await listOrders(session);
  const badKey = session.send({ ...LIST_CALL, credential: "wrong" });
  await expect(badKey).rejects.toThrow("every call with the key gets 402");
});

test("bad keys that get 403 one after the other cost one question, where the key is served", async () => {
  const { session, calls } = scriptedRun(({ credential }) =>
    credential === "good" ? listAnswer(PENDING) : { status: 403 },
  );
  await listOrders(session);
  for (let nth = 0; nth < 5; nth++) await session.send({ ...LIST_CALL, credential: "wrong" });
  expect(calls.filter(({ credential }) => credential === "good").length).toBe(2);
});
