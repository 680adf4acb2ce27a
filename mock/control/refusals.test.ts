/** Errors are the same in the process and over HTTP, and change nothing. */
import { expect, test } from "playwright/test";
import { createWorld } from "../msw/handlers.ts";
import { mockOverHttp } from "../playwright/mock-over-http.ts";
import { refusalsOf } from "../testing/refused-calls.ts";
import { withMock } from "../testing/with-mock.ts";
import { remoteWorld } from "./remote-world.ts";

test("a refusal has the same code and the same words in all faces, and changes nothing", async () => {
  const own = createWorld();
  const before = await own.save();
  const refusals = await refusalsOf(own);
  expect(withoutTime(await own.save())).toBe(withoutTime(before));
  await withMock({}, async (mock) => {
    expect(await refusalsOf(mock.world)).toEqual(refusals);
    const remote = mockOverHttp(mock.baseUrl, undefined).world("");
    expect(await refusalsOf(remote)).toEqual(refusals);
    expect(withoutTime(await remote.save())).toBe(withoutTime(before));
  });
});

const withoutTime = (mark: string): string => mark.replace(/"at":\d+/, "");

test("what is no answer of a control is said to be none", async () => {
  const answer = new Response("<h1>Bad Gateway</h1>", { status: 502 });
  await expect(remoteWorld("", async () => answer).list()).rejects.toMatchObject({
    code: "mock-unreachable",
    message: expect.stringContaining("(status 502)"),
  });
});
