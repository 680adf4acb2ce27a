/** Errors of scenarios. Each is a function of the details in its message. */
import { type Details, UserError } from "../spec/errors/user-error.ts";

export const unknownScenarioError = ({ name, suggestion }: Details<"name" | "suggestion">) =>
  new UserError({
    code: "unknown-scenario",
    message: `There is no scenario "${name}". ${suggestion} Or give a .yaml file.`,
  });

export const unreadableScenarioError = ({ file, why }: Details<"file" | "why">) =>
  new UserError({
    code: "unreadable-scenario",
    message: `The scenario file ${file} cannot be read (${why}). Check its path, which is relative to the current folder.`,
  });
