/** What keeps a key from being sent as a bearer token, without showing it; undefined for a good one. */
export function faultOfKey(key: string): string | undefined {
  if (key === "") return "it is empty";
  if (/[\r\n]/.test(key)) return "it holds a line break";
  if (/\s/.test(key)) return "it holds white space";
  return /^[\x21-\x7e]+$/.test(key) ? undefined : "it holds a character that is no visible ASCII";
}
