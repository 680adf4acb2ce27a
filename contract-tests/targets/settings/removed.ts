/** Settings that are gone, and the end of the error for each: what takes its place. */

const KNOWN =
  "Known violations are in orders-kit.known.yaml, beside orders-kit.yaml: verify TARGET --accept REASON writes them.";

export const REMOVED_SETTINGS: Readonly<Record<string, string>> = {
  keyEnv: "It is apiKeyEnv.",
  clientKey: "clientCert takes one PEM file with the certificate and its key.",
  maxRequests: "Leave it out. gentle and readOnly send fewer calls.",
  parallel: "Leave it out: the run slows down by itself. gentle sends one call at a time.",
  thorough: "It is for one run: verify --thorough.",
  wait: "It is for one run: verify --wait SECONDS.",
  failOn: "strict takes a list of kinds of advice: strict: [date-form].",
  known: KNOWN,
  knownStrict: "Leave it out: the next --accept removes what is held again.",
  timeoutMs: "timeout takes seconds.",
  lingerMs: "linger takes seconds.",
  waitMs: "wait takes seconds.",
};
