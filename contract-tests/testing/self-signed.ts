/** A self-signed certificate (RFC 5280), for tests of TLS. */
import { generateKeyPairSync, sign } from "node:crypto";

/** In PEM. `until` is a UTCTime (RFC 5280, section 4.1.2.5.1): `491231235959Z`. */
export function selfSigned(
  until = "491231235959Z",
  host = "localhost",
): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
    const content = Buffer.concat(parts);
    const { length } = content;
    const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
    return Buffer.concat([Buffer.from([tag, ...size]), content]);
  };
  const [sequence, set] = [0x30, 0x31];
  const ecdsaWithSha256 = der(sequence, der(0x06, Buffer.from("2a8648ce3d040302", "hex")));
  const commonName = der(sequence, der(0x06, Buffer.from("550403", "hex")), der(0x0c, Buffer.from(host)));
  const name = der(sequence, der(set, commonName));
  const time = (text: string): Buffer => der(0x17, Buffer.from(text));
  const toBeSigned = der(
    sequence,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    der(sequence, time("200101000000Z"), time(until)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", toBeSigned, privateKey));
  const base64 = der(sequence, toBeSigned, ecdsaWithSha256, signature).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
  };
}
