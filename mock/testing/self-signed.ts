/** Creates a self-signed certificate and its key in PEM, for tests of TLS. */
import { generate } from "selfsigned";

export async function selfSigned({ host = "localhost", until = "2049-12-31" } = {}) {
  const dates = { notBeforeDate: new Date("2020-01-01"), notAfterDate: new Date(until) };
  const { cert, private: key } = await generate([{ name: "commonName", value: host }], {
    keyType: "ec",
    ...dates,
  });
  return { cert: `${cert.trim()}\n`, key: `${key.trim()}\n` };
}
