import { expect, test } from "playwright/test";
import { BodyBuffer } from "./body-buffer.ts";

function collect(chunks: readonly string[], announced: number, known?: Buffer): BodyBuffer {
  const body = new BodyBuffer(0, announced, known);
  for (const chunk of chunks) body.add(Buffer.from(chunk));
  return body;
}

for (const [title, announced] of [
  ["an announced length", 7],
  ["an unknown length", 0],
] as const)
  test(`a body with the bytes of the known one is the same object: ${title}`, () => {
    const known = Buffer.from("[1,2,3]");
    expect(collect(["[1,", "2,3]"], announced, known).bytes).toBe(known);
  });

for (const [title, chunks, announced] of [
  ["another byte at the end", ["[1,2", ",4]"], 7],
  ["another byte at the start", ["{1,2", ",3]"], 7],
  ["fewer bytes than announced", ["[1,", "2"], 7],
  ["more bytes than announced", ["[1,2,3]", "!!"], 7],
  ["another length", ["[1]"], 3],
  ["no announced length", ["[1,2", ",3]"], 0],
] as const)
  test(`a body that differs from the known one is kept as received: ${title}`, () => {
    const known = Buffer.from("[1,2,3]");
    expect(collect(chunks, announced, known).bytes.toString()).toBe(chunks.join(""));
    expect(known.toString()).toBe("[1,2,3]");
  });

test("truncating keeps the first bytes and does not change the known body", () => {
  const known = Buffer.from("[1,2,3]");
  const body = collect(["[1,2,3]"], 7, known);
  body.truncate(2);
  body.add(Buffer.from("x"));
  expect(body.bytes.toString()).toBe("[1x");
  expect(known.toString()).toBe("[1,2,3]");
});
