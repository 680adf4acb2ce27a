/**
 * Services that are strict about what the contract does not know: their refusals are no answers to
 * the contract's own calls. Source: validators of OpenAPI in front (undeclared parameters),
 * frameworks that negotiate media types; `fields`, `select` and `envelope` of JSON:API, OData and
 * GitHub.
 */

import { mapList } from "../changes/lists.ts";
import { describeStrictness, type Strictness, strict } from "../changes/strictness.ts";
import { authorization, header, queryOf } from "../raw-http.ts";
import { empty, html, json, typed, withBody } from "../replies.ts";
import { type Sound, sound } from "../variant.ts";

const RULING = "how a service refuses what the contract does not know is its own affair";
const MAY_ADVISE = { mayAdvise: "what is refused is worth knowing" } as const;

const refuses = (given: Partial<Strictness>): Sound => {
  const strictness: Strictness = {
    refuses: "queries",
    of: "all calls",
    when: "before",
    status: 404,
    reply: "an Error",
    ...given,
  };
  return sound(describeStrictness(strictness), RULING, MAY_ADVISE, strict(strictness));
};

const REPRESENTATION = "another form of the list is not a filter";

export const STRICT_VARIANTS: readonly Sound[] = [
  ...([404, 405, 422] as const).flatMap((status) => [
    refuses({ status }),
    refuses({ status, reply: "HTML" }),
  ]),
  ...([404, 410, 422] as const).map((status) =>
    refuses({ status, of: "cancellations", when: "after" }),
  ),
  refuses({ reply: "a redirect", of: "lists", when: "after" }),
  refuses({ reply: "a redirect" }),
  refuses({ refuses: "header fields", status: 400 }),
  refuses({ refuses: "header fields", status: 404, reply: "no body" }),
  refuses({ refuses: "header fields", status: 422, when: "after" }),
  refuses({ refuses: "bodies", status: 415, reply: "text" }),
  refuses({ refuses: "bodies", status: 409, when: "after" }),
  refuses({ refuses: "media types", status: 415, when: "after" }),
  refuses({ refuses: "media types", status: 406, reply: "HTML" }),
  sound("With select=petId the list has all orders, without their ids.", REPRESENTATION, (base) =>
    mapList(base, (reply, request) =>
      queryOf(request).get("select") === "petId"
        ? withBody(reply, `${reply.body}`.replace(/"id":-?\d+,/g, ""))
        : reply,
    ),
  ),
  sound("With fields=id the list has ids alone, as numbers.", REPRESENTATION, (base) =>
    mapList(base, (reply, request) =>
      queryOf(request).has("fields")
        ? withBody(reply, `[${[...`${reply.body}`.matchAll(/"id":(-?\d+)/g)].map(([, id]) => id)}]`)
        : reply,
    ),
  ),
  sound("With meta=true the list is in an object, behind two others.", REPRESENTATION, (base) =>
    mapList(base, (reply, request) =>
      queryOf(request).has("meta")
        ? withBody(reply, `{"errors":[],"included":[{}],"data":${reply.body}}`)
        : reply,
    ),
  ),
  sound("With envelope=true the list is in an object.", REPRESENTATION, (base) =>
    mapList(base, (reply, request) =>
      queryOf(request).has("envelope") ? withBody(reply, `{"data":${reply.body}}`) : reply,
    ),
  ),
  sound("The 401 to another scheme than Bearer is HTML.", RULING, (base) => ({
    unauthorized: (request) =>
      /^(basic|digest)/i.test(authorization(request) ?? "")
        ? html(401)
        : base.unauthorized(request),
  })),
  ...["items", "bytes"].map((unit) =>
    sound(`Range: ${unit}=… gets 416.`, RULING, MAY_ADVISE, (base) =>
      mapList(base, (reply, request) =>
        header(request, "range")?.startsWith(unit) ? empty(416) : reply,
      ),
    ),
  ),
  sound("A list call that accepts XML gets XML.", REPRESENTATION, (base) =>
    mapList(base, (reply, request) =>
      /xml/.test(header(request, "accept") ?? "")
        ? typed(200, "application/xml", "<orders/>")
        : reply,
    ),
  ),
  sound("A list with a query is wrapped in a page.", REPRESENTATION, (base) =>
    mapList(base, (reply, { query }) =>
      query === "" ? reply : json(200, `{"items":${Buffer.from(reply.body)},"next":null}`),
    ),
  ),
  sound("A list has German dates where Accept-Language is de.", REPRESENTATION, (base) =>
    mapList(base, (reply, request) =>
      header(request, "accept-language") === "de"
        ? withBody(reply, `${reply.body}`.replace(/"(\d{4})-(\d\d)-(\d\d)T[^"]*"/g, '"$3.$2.$1"'))
        : reply,
    ),
  ),
  sound(
    "An unknown id below 0 gets 404 in HTML.",
    "an id below 1 may get a 404 of the router",
    MAY_ADVISE,
    (base) => ({
      notFound: (id) => (id < 0n ? html(404) : base.notFound(id)),
    }),
  ),
];
