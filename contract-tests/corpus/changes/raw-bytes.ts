/** Splits the bytes of an encoded reply. */

/** Returns the head, including the empty line at its end, and the body. */
export function splitBytes(encoded: Buffer): readonly [head: string, body: Buffer] {
  const end = encoded.indexOf("\r\n\r\n") + 4;
  return [encoded.subarray(0, end).toString("latin1"), encoded.subarray(end)];
}

export function replaceInHead(encoded: Buffer, from: RegExp, to: string): Buffer {
  const [head, body] = splitBytes(encoded);
  return Buffer.concat([Buffer.from(head.replace(from, to), "latin1"), body]);
}

export function headWith(encoded: Buffer, from: RegExp, to: string): Buffer {
  return Buffer.from(splitBytes(encoded)[0].replace(from, to), "latin1");
}

export function addHeaders(encoded: Buffer, ...lines: readonly string[]): Buffer {
  return replaceInHead(encoded, /\r\n\r\n$/, `\r\n${lines.join("\r\n")}\r\n\r\n`);
}

export const CONTENT_LENGTH = /Content-Length: (\d+)/;
