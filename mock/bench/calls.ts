/** Single requests. */

export const KEY = "demo-key";

/** The body of the response; `world` is the suffix of the key. */
export async function bodyOf(url: string, method: string, path: string, world = ""): Promise<Buffer> {
  const response = await fetch(`${url}${path}`, { method, headers: { authorization: `Bearer ${KEY}${world}` } });
  return Buffer.from(await response.arrayBuffer());
}
