/** A mock with the profile of a program answers the requests of compare as the program does. */
import { expect, test } from "playwright/test";
import { judgeClient, unlikeMock } from "../../testing/judge-client.ts";
import { STACKS, serveStack } from "./serve-stack.ts";

for (const stack of STACKS)
  test(`${stack.name} and a mock with its profile answer all requests alike`, async () => {
    const { send, config, close } = await serveStack(stack, []);
    try {
      expect(await unlikeMock(await judgeClient(send, config))).toEqual([]);
    } finally {
      await close();
    }
  });
