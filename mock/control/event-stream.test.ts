import { expect, test } from "playwright/test";
import { withMock } from "../testing/with-mock.ts";

const KEY = { authorization: "Bearer demo-key" };

test("many clients get every event, one too many gets 503, and one that leaves makes room", async () => {
  await withMock({}, async ({ adminUrl, baseUrl }) => {
    const follow = async (signal: AbortSignal | null = null) => fetch(`${adminUrl}/events`, { signal });
    const leaving = new AbortController();
    const first = await follow(leaving.signal);
    const streams = await Promise.all(Array.from({ length: 99 }, () => follow()));
    const refused = await follow();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await refused.text()).toContain("100 clients follow the events of this world already");
    await fetch(`${baseUrl}/store/orders`, { headers: KEY });
    for (const { body } of [first, ...streams]) {
      const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      while (!text.includes("event: request")) text += (await reader.read()).value;
      if (body !== first.body) await reader.cancel();
    }
    leaving.abort();
    await expect.poll(async () => (await follow()).status).toBe(200);
  });
});
