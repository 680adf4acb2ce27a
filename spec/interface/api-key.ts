/** Why a key cannot be sent as a bearer token, without the key itself; undefined for a valid key. */
export function keyProblem(key: string): string | undefined {
  if (key === "") return "it is empty";
  if (/[\r\n]/.test(key)) return "it has a line break";
  if (/\s/.test(key)) return "it has white space";
  return /^[\x21-\x7e]+$/.test(key) ? undefined : "it has a character that is not visible ASCII";
}
