import { createPrivateKey } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { selfSigned } from "../testing/self-signed.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { readCertificates } from "./certificates.ts";

const own = selfSigned();
const encrypted = createPrivateKey(own.key)
  .export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "x" })
  .toString();
const folder = temporaryFolder();
mkdirSync(join(folder, "pki"));
for (const [name, text] of [
  ["pki/client.pem", own.cert],
  ["pki/client.key", own.key],
  ["pki/both.pem", own.cert + own.key],
  ["pki/other.key", selfSigned().key],
  ["pki/encrypted.key", encrypted],
  ["pki/text.pem", "hello"],
] as const)
  writeFileSync(join(folder, name), text);

for (const [title, settings] of [
  ["a certificate and its key", { clientCert: "pki/client.pem", clientKey: "pki/client.key" }],
  ["both in one file", { clientCert: "pki/both.pem" }],
  ["authorities", { ca: "pki/client.pem" }],
  ["all of them, one by an absolute path", { clientCert: join(folder, "pki/both.pem"), ca: "pki/client.pem" }],
] as const)
  test(`files are read, relative to the folder: ${title}`, async () => {
    expect(await readCertificates(settings, folder)).toBeDefined();
  });

test("without files there is nothing to read", async () => {
  expect(await readCertificates({}, folder)).toBeUndefined();
});

for (const [title, settings, message] of [
  [
    "a missing file",
    { clientCert: "pki/no.pem" },
    /pki\/no\.pem of clientCert cannot be used: it does not exist, ENOENT/,
  ],
  ["a folder", { ca: "pki" }, /pki of ca cannot be used: it is a folder, EISDIR/],
  ["no certificate", { clientCert: "pki/text.pem" }, /text\.pem of clientCert .* no certificate in PEM form/],
  ["no authority", { ca: "pki/text.pem" }, /text\.pem of ca .* no certificate in PEM form.*--ca/],
  ["no key", { clientCert: "pki/client.pem" }, /client\.pem of clientKey .* no private key in PEM form/],
  [
    "another key",
    { clientCert: "pki/client.pem", clientKey: "pki/other.key" },
    /not the key of the certificate in pki\/client\.pem.*--client-key/,
  ],
  [
    "an encrypted key",
    { clientCert: "pki/client.pem", clientKey: "pki/encrypted.key" },
    /its key is encrypted; openssl pkey/,
  ],
  ["a key alone", { clientKey: "pki/client.key" }, /it needs clientCert/],
] as const)
  test(`an error names the setting, the file and the fix: ${title}`, async () => {
    const error = await readCertificates(settings, folder).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "bad-certificate", message: expect.stringMatching(message) });
  });
