/** All errors that a user can meet, for the tests of their texts. */

import { commandError } from "../../cli/command-errors.ts";
import { leakError } from "../../contract-tests/client/masking/leak-error.ts";
import { prismError } from "../../contract-tests/prism/prism-errors.ts";
import { reportError } from "../../contract-tests/report/writers/report-errors.ts";
import { runError } from "../../contract-tests/run/run-errors.ts";
import { targetError } from "../../contract-tests/targets/target-errors.ts";
import { proxyError } from "../../contract-tests/traffic/proxy/proxy-errors.ts";
import { recordingError } from "../../contract-tests/traffic/recordings/recording-errors.ts";
import { controlError } from "../../mock/errors/control-errors.ts";
import { mockError } from "../../mock/errors/mock-errors.ts";
import { scenarioError } from "../../scenarios/scenario-errors.ts";
import { inputError } from "../../spec/errors/inputs.ts";
import type { UserError } from "../../spec/errors/user-error.ts";

const TABLES = [
  inputError,
  commandError,
  scenarioError,
  targetError,
  runError,
  reportError,
  leakError,
  prismError,
  recordingError,
  proxyError,
  mockError,
  controlError,
];

/** Replaces each detail by its name, in capitals. */
const NAMES: unknown = new Proxy({}, { get: (_, name) => String(name).toUpperCase() });

/** Every error, with the names of its details in its message. */
export const ERRORS: readonly UserError[] = TABLES.flatMap((table) => {
  const make = table as unknown as (code: string, details: unknown) => UserError;
  return Object.keys(table.texts).map((code) => make(code, NAMES));
});
