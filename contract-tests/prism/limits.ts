/** What no validator can see that has only the description and one exchange. */
import type { Explanation } from "./explanation.ts";

export const LIMITS = [
  {
    id: "key-unknown",
    why: "Prism sees that a key is sent, but does not know the good one: 401 and 200 are both documented.",
    misses: {
      clauses: [
        "auth-good-key",
        "auth-key-exact",
        "auth-each-request",
        "list-unauthorized",
        "cancel-unauthorized",
        "pets-unauthorized",
      ],
    },
  },
  {
    id: "beyond-a-schema",
    why: "A schema cannot compare a value with the status of its response, or with a value of another element.",
    misses: { clauses: ["error-status", "order-id-unique"] },
  },
  {
    id: "bytes-behind-the-end",
    why: "Bytes after a response without content are not part of it, and are not replayed to Prism.",
    misses: { clauses: ["cancel-no-content"] },
  },
  {
    id: "type-of-an-open-answer",
    why: "The description gives no content for this response, so Prism checks neither its media type nor its body.",
    misses: {
      clauses: ["body-json", "body-media-type"],
      when: ({ response }) => [204, 409].includes(response.status),
    },
  },
] as const satisfies readonly Explanation[];
