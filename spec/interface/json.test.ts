import { expect, test } from "playwright/test";
import {
  fetchWithStringIds,
  type Order,
  parseJson,
  type paths,
  stringifyJson,
  type WithStringIds,
} from "./json.ts";

const TEXT =
  '[{"id":2,"petId":9007199254740993,"quantity":3,"shipDate":"2026-01-01T00:00:00Z","complete":true},{"id":-9223372036854775808}]';

test("ids are bigint, or strings, whatever their size; other members are as JSON.parse reads them", () => {
  const others = { quantity: 3, shipDate: "2026-01-01T00:00:00Z", complete: true };
  expect(parseJson<Order[]>(TEXT)).toEqual([
    { id: 2n, petId: 9007199254740993n, ...others },
    { id: -9223372036854775808n },
  ]);
  expect(parseJson(TEXT, { ids: "string" })).toEqual([
    { id: "2", petId: "9007199254740993", ...others },
    { id: "-9223372036854775808" },
  ]);
  const rest = '{"a":[1,2.5,1e3,"x",null,true,{"id":null,"petId":"7"}]}';
  expect(parseJson(rest)).toEqual(JSON.parse(rest));
  expect(stringifyJson(parseJson('{"__proto__":{"id":1}}'))).toBe('{"__proto__":{"id":1}}');
});

test("what was read is written with the same digits, and all else as JSON.stringify writes it", () => {
  expect(stringifyJson(parseJson(TEXT))).toBe(TEXT);
  const order: Order = { id: 9007199254740993n };
  expect(stringifyJson({ order, none: undefined })).toBe('{"order":{"id":9007199254740993}}');
  const other = { at: new Date(0), no: () => 1, list: [undefined, Number.NaN] };
  expect(stringifyJson(other)).toBe(JSON.stringify(other));
});

test("text that is not JSON is a SyntaxError with a code; HTML asks about the address", () => {
  expect(() => parseJson("[1,]")).toThrow(SyntaxError);
  expect(() => parseJson(" <!doctype html><title>Log in</title>")).toThrow(
    expect.objectContaining({
      code: "not-json",
      message: "Not JSON: it begins with `<!doctype`. Is the address or the proxy right?",
    }),
  );
});

test("a client that parses with JSON.parse gets ids as strings, and every other response as it was", async () => {
  const { fetch: original } = globalThis;
  const reply = (body: string | null, status: number, type: string) =>
    new Response(body, { status, headers: { "content-type": type } });
  const answers = [
    reply(TEXT, 200, "application/json; charset=utf-8"),
    reply("[1,", 200, "application/json"),
    reply("<p>", 502, "text/html"),
    reply(null, 204, "application/json"),
  ];
  globalThis.fetch = async () => answers.shift() as Response;
  try {
    const exact = await fetchWithStringIds("http://orders.test/v1/store/orders");
    expect((await exact.json())[0].petId).toBe("9007199254740993");
    expect(await (await fetchWithStringIds("x")).text()).toBe("[1,");
    const page = await fetchWithStringIds("x");
    expect([page.status, await page.text()]).toEqual([502, "<p>"]);
    const cancelled = answers[0];
    expect(await fetchWithStringIds("x")).toBe(cancelled);
    globalThis.fetch = fetchWithStringIds;
    const listed = await fetch(`data:application/json,${TEXT}`);
    expect(listed.url).toMatch(/^data:/);
    expect(await listed.text()).toContain('"petId":"9007199254740993"');
  } finally {
    globalThis.fetch = original;
  }
});

test("the types of ids follow the way of reading", () => {
  type Listed =
    WithStringIds<paths>["/store/orders"]["get"]["responses"][200]["content"]["application/json"];
  const listed: Listed = [{ id: "9007199254740993", quantity: 1 }];
  // @ts-expect-error: A number is not what is read.
  const wrong: Listed = [{ id: 1 }];
  expect([listed, wrong]).toHaveLength(2);
});
