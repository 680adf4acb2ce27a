import { type Sound, sound } from "../variant.ts";

const keyed = (id: string, title: string, key: string): Sound =>
  sound(id, title, "a key is any token", () => {}, { key });
const keys = [
  keyed("key-of-digits", "The key is digits alone.", "40171717171717"),
  keyed("key-of-one-letter", "The key is one letter.", "e"),
  keyed("key-like-an-id", "The key is the id of an order.", "23"),
  keyed("key-of-regex-characters", "The key means something to a regular expression.", "a.*b+c-_~/d=="),
  keyed("key-of-one-character-repeated", "The key is one letter, often.", "aaaaaaaaaaaaaaaa"),
  keyed("key-very-long", "The key has 3,000 letters.", "k3y".repeat(1000)),
  keyed("key-like-a-jwt", "The key is a JWT.", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlLXRoYXQtaXMtbm9uZQ"),
  keyed("key-in-capitals", "The key is capitals alone.", "ABCDEFGHJKLMNP"),
  keyed("key-of-two-characters", "The key is two characters.", "Zz"),
];
const bases = ["/orders-api/v1", "/a/b/c/v1", "/v2/v1", "/v1/v1"].map((basePath) =>
  sound(
    `base${basePath.replaceAll("/", "-")}`,
    `The base address ends in ${basePath}.`,
    "its last segment is v1",
    () => {},
    { basePath },
  ),
);

export const KEY_VARIANTS: readonly Sound[] = [...keys, ...bases];
