/** Flags that are gone, with their command, and what to use instead. */
export const GONE: Readonly<Record<string, string>> = {
  "mock --https": "--cert FILE --key FILE; mkcert makes them",
  "mock --https-cert": "--cert FILE",
  "mock --https-key": "--key FILE",
  "mock --save-ca": "the CA certificate of mkcert, in the folder that mkcert -CAROOT prints",
  "verify --learn-anyway": "--learn FILE, which writes what was observed whatever the verdict",
  "verify --timeout": "timeout: SECONDS of a target in orders-kit.yaml",
  "verify --connect-to": "a URL that resolves to the instance, such as by an entry in /etc/hosts",
  "proxy --connect-to": "a URL that resolves to the instance, such as by an entry in /etc/hosts",
  "verify --origin": "a test of the app for what CORS lets its pages read",
  "snapshot --learn": "orders-kit verify TARGET --read-only --learn FILE",
  "snapshot --anonymize": "a scenario with random orders, such as orders: { count: 50 }",
};
