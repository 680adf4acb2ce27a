/** Reads the body of a control request, up to a limit. */
import type { IncomingMessage } from "node:http";
import { CollectedBytes } from "../../../spec/interface/collected-bytes.ts";
import { controlError } from "../../errors/control.ts";

/** Maximum size of a request body in bytes: a scenario of the maximum length fits, whatever is escaped in it. */
const MAX_BODY = 1 << 24;
/** Bytes of a longer body that are read and ignored before the connection is closed. */
const MAX_READ = 1 << 25;

/** Reads the body to its end even if it is too long: closing earlier could lose the response. Throws a UserError. Rejects if the client breaks off. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const body = new CollectedBytes();
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MAX_BODY) body.add(chunk);
    else if (length > MAX_READ) request.destroy();
  }
  if (length > MAX_BODY) throw controlError("too-large", { max: MAX_BODY });
  return body.bytes.toString("utf8");
}
