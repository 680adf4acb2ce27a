/** What a description and a look at one exchange cannot tell, in Prism or in any other validator. */
import type { Artefact } from "./artefacts.ts";

export const LIMITS = [
  {
    id: "key-unknown",
    why: "Prism sees that a key is sent and does not know the good one: 401 and 200 are both documented.",
    silentOn: {
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
    why: "A schema cannot compare a value with the status of its response, or with the value of another element.",
    silentOn: { clauses: ["error-status", "order-id-unique"] },
  },
  {
    id: "bytes-behind-the-end",
    why: "What follows a response that has no content is no part of it, and is not played to Prism.",
    silentOn: { clauses: ["cancel-no-content"] },
  },
  {
    id: "type-of-an-open-answer",
    why: "The description gives no content for the answer, so Prism looks neither at its media type nor at its body.",
    silentOn: {
      clauses: ["body-json", "body-media-type"],
      when: ({ response }) => [204, 409].includes(response.status),
    },
  },
] as const satisfies readonly Artefact[];
