import { createPrivateKey } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { selfSigned } from "../testing/self-signed.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { openConnection } from "./open-connection.ts";
import type { ConnectionSettings } from "./settings.ts";

const own = selfSigned();
const encrypted = createPrivateKey(own.key)
  .export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "x" })
  .toString();
const folder = temporaryFolder();
mkdirSync(join(folder, "pki"));
for (const [name, text] of [
  ["pki/client.pem", own.cert],
  ["pki/client.key", own.key],
  ["pki/other.key", selfSigned().key],
  ["pki/encrypted.key", encrypted],
] as const)
  writeFileSync(join(folder, name), text);

const open = (settings: ConnectionSettings) => openConnection("https://orders.example/v1", settings, {}, folder);

test("a file that does not fit is named, with what is wrong", async () => {
  for (const [settings, message] of [
    [{ clientKey: "pki/client.key" }, /^clientKey .* pki\/client\.key: it needs clientCert/],
    [{ clientCert: "pki/client.pem" }, /^clientKey .* pki\/client\.pem: .* no private key in PEM form/],
    [{ clientCert: "pki/client.pem", clientKey: "pki/encrypted.key" }, /its key is encrypted; openssl pkey/],
    [
      { clientCert: "pki/client.pem", clientKey: "pki/other.key" },
      /not the key of the certificate in pki\/client\.pem/,
    ],
  ] as const)
    await expect(open(settings), String(message)).rejects.toThrow(message);
});
