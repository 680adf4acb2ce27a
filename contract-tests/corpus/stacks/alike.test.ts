/** A mock with the profile of a program answers the requests of compare as the program does. */
import { expect, test } from "playwright/test";
import { parseProfile } from "../../../spec/profile/reader.ts";
import { profileText } from "../../../spec/profile/writer.ts";
import { compare } from "../../profile/compare.ts";
import { askProfile, askRequests } from "../../profile/requests.ts";
import { judgeClient } from "../../testing/judge-client.ts";
import { STACKS, serveStack } from "./serve-stack.ts";

for (const stack of STACKS)
  test(`${stack.name} and a mock with its profile answer all requests alike`, async () => {
    const { send, config, close } = await serveStack(stack, []);
    try {
      const judged = await judgeClient(send, config);
      const asked = await askRequests(judged.run);
      const learned = judged.learn();
      const program = { name: stack.name, ...learned, asked };
      const profile = parseProfile(profileText(learned));
      const { entries } = compare({ name: "mock", profile, asked: await askProfile(profile) }, program);
      const unlike = entries.filter(({ outcome }) => outcome === "differs" || outcome === "accepted");
      expect(unlike.map(({ id, a, b }) => `${id}: ${a} / ${b}`)).toEqual([]);
    } finally {
      await close();
    }
  });
