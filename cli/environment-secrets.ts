/** Secrets that a user may have written where they are shown: as a target, in an address, as the value of a flag. */
import { isSearchable, Redactor } from "../contract-tests/client/redaction.ts";

/** Variables whose values are likely to be secrets. */
const SECRET_NAME = /KEY|TOKEN|SECRET|PASS|CREDENTIAL/i;

/** Masks the values of such variables in a text, and of the one that `--api-key-env` names in `argv`. */
export function maskEnvironment(
  text: string,
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string {
  const named = argv.flatMap((argument, at) =>
    argument === "--api-key-env" ? [argv[at + 1]] : [/^--api-key-env=(.*)$/.exec(argument)?.[1]],
  );
  const secrets = Object.entries(env).flatMap(([name, value = ""]) =>
    isSearchable(value) && (SECRET_NAME.test(name) || named.includes(name))
      ? [{ text: value, replacement: `\${${name}}` }]
      : [],
  );
  return new Redactor(secrets).text(text);
}
