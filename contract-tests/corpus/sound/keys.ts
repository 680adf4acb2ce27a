/** Keys and base addresses that are unusual. */
import { sound } from "../variant.ts";

const KEYS: readonly (readonly [title: string, key: string])[] = [
  ["The key has only digits.", "40171717171717"],
  ["The key is one letter.", "e"],
  ["The key is a word of the contract.", "orders"],
  ["The key is the scheme.", "Bearer"],
  ["The key is the name of a field.", "quantity"],
  ["The key is a well-known example.", "changeme"],
  ["The key is a variable that a template left as it is.", `\${API_KEY}`],
  ["The key is the example of the pet store.", "special-key"],
  ["The key has percent escapes.", "%6b3y%20of%2Fparts"],
  ["The key is in quotation marks.", '"k3y-of-parts"'],
  ["The key has a colon, a semicolon and a point.", "k3y:of;parts.0"],
  ["The key has only digits, the first is a zero.", "0401717171"],
  ["The key has only underscores.", "______________"],
  ["The key is the id of an order.", "23"],
  ["The key has characters with a meaning in a regular expression.", "a.*b+c-_~/d=="],
  ["The key is one letter, repeated.", "aaaaaaaaaaaaaaaa"],
  ["The key has 3,000 characters.", "k3y".repeat(1000)],
  ["The key is a JWT.", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlLXRoYXQtaXMtbm9uZQ"],
  ["The key has only capital letters.", "ABCDEFGHJKLMNP"],
  ["The key has two characters.", "Zz"],
];
const BASES = ["/orders-api/v1", "/a/b/c/v1", "/v2/v1", "/v1/v1"];

export const KEY_VARIANTS = [
  ...KEYS.map(([title, key]) => sound(title, "a key is any token", { key }, {})),
  ...BASES.map((basePath) =>
    sound(`The base address ends in ${basePath}.`, "its last segment is v1", { basePath }, {}),
  ),
];
