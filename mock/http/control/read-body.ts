/** Reads the body of a control request, up to a limit. */
import type { IncomingMessage } from "node:http";
import { CollectedBytes } from "../../../spec/interface/collected-bytes.ts";
import { controlError } from "../../errors/control-errors.ts";

/**
 * Maximum size of a request body in bytes. A scenario of maximum length fits, even with all
 * characters escaped.
 */
const MAX_CONTROL_BODY = 1 << 24;
/** How much of a longer body we read and ignore, in bytes, before closing the connection. */
const MAX_READ = 1 << 25;

/**
 * Reads even a too long body to its end, because closing earlier could lose the response. Throws a
 * UserError. Rejects if the client aborts.
 */
export async function readBody(request: IncomingMessage): Promise<string> {
  const body = new CollectedBytes();
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MAX_CONTROL_BODY) body.add(chunk);
    else if (length > MAX_READ) request.destroy();
  }
  if (length > MAX_CONTROL_BODY) throw controlError("too-large", { max: MAX_CONTROL_BODY });
  return body.bytes.toString("utf8");
}
