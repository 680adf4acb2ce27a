/** Errors of a run that has judged nothing (exit code 3), and of what it writes. Each is a function of the details in its message. */
import { type Details, UserError } from "../../spec/errors/user-error.ts";

export const unknownClauseError = ({
  name,
  count,
  closest,
}: Details<"name" | "count" | "closest">) =>
  new UserError({
    code: "unknown-clause",
    message: `There is no clause "${name}". List all ${count} with orders-kit clauses. ${closest}`,
  });

export const reportNotWrittenError = ({ dir, why }: Details<"dir" | "why">) =>
  new UserError({
    code: "report-not-written",
    message: `The reports cannot be written to ${dir} (${why}). Use a writable folder with --report DIR.`,
  });

export const foreignFileError = ({ path }: Details<"path">) =>
  new UserError({
    code: "foreign-file",
    message: `${path} was not written by orders-kit (or msw), so it is not overwritten. Use another folder, or move it away.`,
  });

export const interruptedError = () =>
  new UserError({
    code: "interrupted",
    message: "The run was interrupted before its first request. Nothing was judged.",
    exitCode: 3,
  });

export const targetUnreachableError = ({ url, problem }: Details<"url" | "problem">) =>
  new UserError({
    code: "target-unreachable",
    message: `The target cannot be reached at ${url}: ${problem}`,
    exitCode: 3,
  });

export const keyRefusedError = ({ status, source }: Details<"status" | "source">) =>
  new UserError({
    code: "key-refused",
    message: `The target rejects the API key: the list of orders gets ${status}. Check the key ${source}, or whether a gateway removes Authorization.`,
    exitCode: 3,
  });

export const gatewayAnswersError = ({ url, answer, fix }: Details<"url" | "answer" | "fix">) =>
  new UserError({
    code: "gateway-answers",
    message: `${url} answers the list with ${answer}, which is not the service's own. ${fix}`,
    exitCode: 3,
  });

export const ordersNotThereError = ({ ids }: Details<"ids">) =>
  new UserError({
    code: "orders-not-there",
    message: `Orders ${ids} are not there: no list shows them, and cancelling each gets 404. Used up by an earlier run? setup in orders-kit.yaml places fresh ones, or give others with --pending.`,
    exitCode: 3,
  });

export const ordersTakenError = ({ ids }: Details<"ids">) =>
  new UserError({
    code: "orders-taken",
    message: `Orders ${ids} have vanished before the run asked to cancel them: another run, or somebody else, uses them. Give each run orders of its own: setup in orders-kit.yaml places fresh ones.`,
    exitCode: 3,
  });

export const keyLeakedError = ({ place }: Details<"place">) =>
  new UserError({
    code: "key-leaked",
    message: `The API key or the value of a header was found in ${place}, which was removed, and the run is not valid. If the URL or the name of the target has it, remove it there; otherwise please report a bug.`,
    exitCode: 3,
  });

export const outputNotWrittenError = ({ why }: Details<"why">) =>
  new UserError({
    code: "output-not-written",
    message: `The output cannot be written (${why}). Make room, or send it elsewhere.`,
    exitCode: 3,
  });
