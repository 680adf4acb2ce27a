/** The headers of a message, without those of its connection. */
import type { Response } from "../../client/exchange.ts";
import { fieldsOf } from "../../client/http/http-response.ts";

/** Headers of a connection, not of the message (RFC 9110, sections 7.6.1 and 11.7). */
const CONNECTION_FIELD =
  /^(?:connection|keep-alive|proxy-connection|proxy-authorization|proxy-authenticate|upgrade)$/;
/**
 * Headers that a message needs, even if a Connection header names them: without its framing, a body
 * would be read as a request.
 */
const MESSAGE_FIELD = /^(?:host|content-length|transfer-encoding)$/;

/** Drops the headers of the connection, and those that its Connection header names. */
export function forwardedFields(raw: readonly string[]): Response["headers"] {
  const fields = fieldsOf(raw);
  const named = new Set(
    fields
      .filter(([name]) => name.toLowerCase() === "connection")
      .flatMap(([, value]) => value.split(","))
      .map((name) => name.trim().toLowerCase())
      .filter((name) => !MESSAGE_FIELD.test(name)),
  );
  return fields.filter(
    ([name]) => !CONNECTION_FIELD.test(name.toLowerCase()) && !named.has(name.toLowerCase()),
  );
}
