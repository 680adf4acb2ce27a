import { expect, test } from "playwright/test";
import { CollectedBytes } from "./collected-bytes.ts";

test("pieces of one byte are copied into one buffer, so that none of them is kept", () => {
  const collected = new CollectedBytes();
  const expected = Buffer.alloc(300_000, "orders ");
  const buffers = new Set<ArrayBufferLike>();
  const piece = Buffer.alloc(1);
  for (const byte of expected) {
    piece[0] = byte;
    collected.add(piece);
    buffers.add(collected.bytes.buffer);
  }
  expect(collected.size).toBe(expected.length);
  expect(collected.bytes.equals(expected)).toBe(true);
  expect(buffers.size).toBeLessThan(25);
});
