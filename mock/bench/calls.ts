/** Single calls, for what is not load. */

export const KEY = "demo-key";

/** The body of the answer; `world` is what follows the key. */
export async function bodyOf(url: string, method: string, path: string, world = ""): Promise<Buffer> {
  const response = await fetch(`${url}${path}`, { method, headers: { authorization: `Bearer ${KEY}${world}` } });
  return Buffer.from(await response.arrayBuffer());
}
