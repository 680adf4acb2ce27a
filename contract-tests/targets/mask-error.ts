/** An error without the secrets that its texts may have: a user can write the key where an error shows it. */
import { UserError } from "../../spec/errors/user-errors.ts";
import { isSearchable, Redactor, type Secret } from "../client/redaction.ts";
import type { Env } from "./target.ts";

export function maskError(error: unknown, secrets: readonly Secret[]): unknown {
  const redactor = new Redactor(secrets.filter(({ text }) => isSearchable(text)));
  if (error instanceof UserError) return new UserError(error.code, redactor.text(error.message), error.exitCode);
  if (!(error instanceof Error)) return redactor.text(String(error));
  const masked = new Error(redactor.text(error.message));
  masked.stack = redactor.text(error.stack ?? "");
  return masked;
}

/** The values of environment variables. */
export function secretsIn(env: Env, names: readonly (string | undefined)[]): Secret[] {
  return names.flatMap((name) =>
    name !== undefined && env[name] ? [{ text: env[name], replacement: `\${${name}}` }] : [],
  );
}
