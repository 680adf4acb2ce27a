/** Flags that a command no longer has, as in `mock --https`, and what to use instead. */
export const GONE_FLAGS: Readonly<Record<string, string>> = {
  "mock --https": "--cert FILE --key FILE; mkcert makes them",
  "mock --https-cert": "--cert FILE",
  "mock --https-key": "--key FILE",
  "mock --save-ca": "the CA certificate of mkcert, in the folder that mkcert -CAROOT prints",
};
