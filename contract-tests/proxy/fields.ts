/** Which header fields of a message a proxy forwards. */

/** Names and values, in their order. */
export type Fields = readonly (readonly [name: string, value: string])[];

/** RFC 9110, sections 7.6.1 and 11.7: fields of a connection, not of the message. */
const CONNECTION_FIELD = /^(?:connection|keep-alive|proxy-connection|proxy-authorization|proxy-authenticate|upgrade)$/;
/** A message is wrong without them, and no Connection field may name them. */
const MESSAGE_FIELD = /^(?:host|content-length)$/;

export function fieldsOf(raw: readonly string[]): [name: string, value: string][] {
  return Array.from({ length: raw.length / 2 }, (_, i) => [raw[2 * i] ?? "", raw[2 * i + 1] ?? ""]);
}

/** Without the fields of the connection, and those that its Connection field names. */
export function forwardedFields(fields: Fields): Fields {
  const named = new Set(
    fields
      .filter(([name]) => name.toLowerCase() === "connection")
      .flatMap(([, value]) => value.split(","))
      .map((name) => name.trim().toLowerCase())
      .filter((name) => !MESSAGE_FIELD.test(name)),
  );
  return fields.filter(([name]) => !CONNECTION_FIELD.test(name.toLowerCase()) && !named.has(name.toLowerCase()));
}
