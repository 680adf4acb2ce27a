/** Keys and base addresses that are unusual. */
import { sound } from "../variant.ts";

const KEYS: readonly (readonly [id: string, title: string, key: string])[] = [
  ["key-of-digits", "The key has only digits.", "40171717171717"],
  ["key-of-one-letter", "The key is one letter.", "e"],
  ["key-like-a-word", "The key is a word of the contract.", "orders"],
  ["key-like-a-scheme", "The key is the scheme.", "Bearer"],
  ["key-like-a-field", "The key is the name of a field.", "quantity"],
  ["key-like-an-example", "The key is a well-known example.", "changeme"],
  ["key-of-a-template", "The key is a variable that a template left as it is.", `\${API_KEY}`],
  ["key-of-the-pet-store", "The key is the example of the pet store.", "special-key"],
  ["key-with-escapes", "The key has percent escapes.", "%6b3y%20of%2Fparts"],
  ["key-in-quotation-marks", "The key is in quotation marks.", '"k3y-of-parts"'],
  ["key-of-fields", "The key has a colon, a semicolon and a point.", "k3y:of;parts.0"],
  ["key-that-starts-with-zero", "The key has only digits, the first is a zero.", "0401717171"],
  ["key-of-underscores", "The key has only underscores.", "______________"],
  ["key-like-an-id", "The key is the id of an order.", "23"],
  ["key-of-regex-characters", "The key has characters with a meaning in a regular expression.", "a.*b+c-_~/d=="],
  ["key-of-one-character-repeated", "The key is one letter, repeated.", "aaaaaaaaaaaaaaaa"],
  ["key-very-long", "The key has 3,000 characters.", "k3y".repeat(1000)],
  ["key-like-a-jwt", "The key is a JWT.", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlLXRoYXQtaXMtbm9uZQ"],
  ["key-in-capitals", "The key has only capital letters.", "ABCDEFGHJKLMNP"],
  ["key-of-two-characters", "The key has two characters.", "Zz"],
];
const BASES = ["/orders-api/v1", "/a/b/c/v1", "/v2/v1", "/v1/v1"];

export const KEY_VARIANTS = [
  ...KEYS.map(([id, title, key]) => sound(id, title, "a key is any token", {}, { key })),
  ...BASES.map((basePath) =>
    sound(
      `base${basePath.replaceAll("/", "-")}`,
      `The base address ends in ${basePath}.`,
      "its last segment is v1",
      {},
      { basePath },
    ),
  ),
];
