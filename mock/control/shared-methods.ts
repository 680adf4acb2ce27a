/** Code that the methods of local and remote worlds share. */
import { exactCopy } from "../../scenarios/source/object-source.ts";
import type { UserError } from "../../spec/errors/user-error.ts";
import { parseInt64 } from "../../spec/schema/integers.ts";
import { controlError } from "../errors/control-errors.ts";
import { mockError } from "../errors/mock-errors.ts";
import type { AnnotatedRequest } from "./request-notes.ts";
import type { OrdersState, WorldControl } from "./world-control.ts";

/** Throws a UserError for an invalid id. */
export function idOf(given: unknown): bigint {
  const isText = ["string", "bigint", "number"].includes(typeof given);
  const id = parseInt64(isText ? String(exactCopy(given, ["id"])) : "");
  if (id === undefined) throw controlError("bad-id");
  return id;
}

/** Splits an added order into its id and its other fields. Throws a UserError for an invalid id. */
export function idAndFields(order: unknown): { readonly id: bigint; readonly fields: object } {
  const { id, ...fields } = Object(order);
  return { id: idOf(id), fields };
}

/** Returns faults in the form of a request body. Takes a list, a single fault, or such a body. */
export function wholeOf(given: unknown = []): object {
  const isWhole = typeof given === "object" && given !== null && "faults" in given;
  return isWhole ? given : { faults: [given].flat() };
}

export async function idsIn(state: Promise<OrdersState>): Promise<string[]> {
  return (await state).orders.flatMap(({ id }) => id ?? []);
}

/**
 * Makes {@link WorldControl.expectSound} from a function that reads the requests. We take the stack
 * before we read them, because afterwards it would lack the line that called us.
 */
export function soundnessCheck(read: WorldControl["requests"]): WorldControl["expectSound"] {
  return async function expectSound() {
    const call = new Error();
    // Some browsers lack captureStackTrace; there the stack begins with this function.
    Error.captureStackTrace?.(call, expectSound);
    const error = unsoundness(await read());
    if (error === undefined) return;
    // A stack begins with name and message in V8, and with the first line of code in other engines.
    error.stack = `${error.name}: ${error.message}\n${call.stack?.replace(/^Error.*\n/, "")}`;
    throw error;
  };
}

function unsoundness(requests: readonly AnnotatedRequest[]): UserError | undefined {
  if (requests.length === 0) return mockError("no-requests");
  const wrong = requests.filter(({ mistakes }) => mistakes.length > 0);
  if (wrong.length === 0) return undefined;
  const lines = wrong.map(
    ({ method, path, mistakes }) => `  ${method} ${path}: ${mistakes.join("; ")}`,
  );
  return mockError("unsound-requests", { requests: lines.join("\n") });
}
