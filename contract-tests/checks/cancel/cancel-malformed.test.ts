import { expect, test } from "playwright/test";
import { scriptedRun, soundService } from "../../testing/simulation/scripted-run.ts";
import { cancelMalformed } from "./cancel-malformed.ts";

test("a profile can learn the replies to a word and to an invalid escape", async () => {
  const { replies = [] } = await scriptedRun(soundService()).judge(cancelMalformed);
  expect(replies.map(({ situation }) => situation)).toEqual(["list", "id-malformed", "id-bad-escape"]);
});
