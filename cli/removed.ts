/**
 * Removed flags and commands, each with its replacement, which ends the error for an unknown one.
 */

export const REMOVED_COMMANDS: Readonly<Record<string, string>> = {
  compare:
    "verify says what is new and what is held again since the last --accept; junit.xml has the history of your CI.",
  snapshot: "verify TARGET --read-only --save-scenario FILE writes the orders of a deployment.",
};

const SETTING = "Set it for the target in orders-kit.yaml:";

export const REMOVED_FLAGS: Readonly<Record<string, string>> = {
  // verify and proxy
  "--absent": `${SETTING} absent: [ID, …].`,
  "--ca": `${SETTING} ca: FILE.`,
  "--client-cert": `${SETTING} clientCert: FILE, with the certificate and its key.`,
  "--client-key": `${SETTING} clientCert: FILE, with the certificate and its key.`,
  "--linger": `${SETTING} linger: SECONDS.`,
  "--parallel": "Leave it out: the run slows down by itself. --gentle sends one call at a time.",
  "--max-requests": "Leave it out. --gentle and --read-only send fewer calls.",
  "--verbose": "index.html in the report folder shows all.",
  "--learn": "--save-scenario FILE writes a scenario that answers alike.",
  "--known-update": "--accept REASON writes the known violations.",
  "--reason": "--accept REASON writes the known violations.",
  "--expires": "--until DATE is the last day, with --accept REASON.",
  "--known-strict": "Leave it out: the next --accept removes what is held again.",
  // snapshot
  "--limit": "A scenario has all orders of the list.",
  // mock
  "--profile": "Write its answers into a scenario: --scenario default+FILE.",
  "--worlds": `Leave it out: each key may open 1000 worlds.`,
};
