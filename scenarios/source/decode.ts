/**
 * Decodes a file in UTF-8, or in UTF-16 with a byte order mark, which Windows PowerShell 5.1 writes
 * for `curl http://127.0.0.1:4010/__admin/scenario > mine.yaml`.
 */
export function decodeText(bytes: Uint8Array | ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return new TextDecoder().decode(bytes);
}
