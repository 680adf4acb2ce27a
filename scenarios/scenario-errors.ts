/** Errors of scenarios. */
import { errorTable } from "../spec/errors/user-error.ts";

export const scenarioError = errorTable({
  "unknown-scenario": 'There is no scenario "{name}". {suggestion} Or give a .yaml file.',
  "unreadable-scenario":
    "The scenario file {file} cannot be read ({why}). Check its path, which is relative to the current folder.",
});
