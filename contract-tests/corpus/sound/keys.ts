/**
 * Unusual keys and base addresses. Source: keys of trials, of which a mask must hide all and
 * nothing else.
 */
import { type Sound, sound } from "../variant.ts";

const keyed = (title: string, key: string): Sound =>
  sound(title, "a key is any token", { key }, {});

export const KEY_VARIANTS = [
  keyed("The key has only digits.", "40171717171717"),
  keyed("The key is one letter.", "e"),
  keyed("The key is a word of the contract.", "orders"),
  keyed("The key is the scheme.", "Bearer"),
  keyed("The key is a variable that a template left as it is.", `\${API_KEY}`),
  keyed("The key is the example of the pet store.", "special-key"),
  keyed("The key has percent escapes.", "%6b3y%20of%2Fparts"),
  keyed("The key is in quotation marks.", '"k3y-of-parts"'),
  keyed("The key has a colon, a semicolon and a point.", "k3y:of;parts.0"),
  keyed("The key has only digits, the first is a zero.", "0401717171"),
  keyed("The key is a well-known example.", "changeme"),
  keyed("The key has only underscores.", "______________"),
  keyed("The key is one letter, repeated.", "aaaaaaaaaaaaaaaa"),
  keyed("The key is the id of an order.", "23"),
  keyed("The key has characters with a meaning in a regular expression.", "a.*b+c-_~/d=="),
  keyed("The key has 3,000 characters.", "k3y".repeat(1000)),
  keyed("The key is a JWT.", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlLXRoYXQtaXMtbm9uZQ"),
  ...["/orders-api/v1", "/a/b/c/v1", "/v2/v1", "/v1/v1"].map((basePath) =>
    sound(`The base address ends in ${basePath}.`, "its last segment is v1", { basePath }, {}),
  ),
];
