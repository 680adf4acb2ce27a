/** A mock with the profile of a service answers as the service does. corpus/stacks/alike.test.ts has the usual frameworks. */
import { expect, test } from "playwright/test";
import { createService } from "../../mock/service/service.ts";
import { ask, code, PREFLIGHT as PREFLIGHT_CALL } from "../../mock/testing/calls.ts";
import { parseProfile } from "../../spec/profile/reader.ts";
import { profileText } from "../../spec/profile/writer.ts";
import { httpClient } from "../client/http/http-client.ts";
import { deployed } from "../corpus/changed-reference.ts";
import { header, type Reply, type Request } from "../corpus/raw-http.ts";
import type { ReferenceService } from "../corpus/reference-service.ts";
import { empty, error, redirect, typed, withHeader } from "../corpus/replies.ts";
import { judgeClient, unlikeMock } from "../testing/judge-client.ts";
import { KEY } from "../testing/key-leaks.ts";

const APP = "https://shop.example.com";

type Answer = (request: Request, usual: () => Promise<Reply>) => Reply | Promise<Reply>;

/** Replaces the replies of the reference; `usual` is that to the request. */
const answering =
  (answer: Answer) =>
  (service: ReferenceService): void => {
    const { answer: usual } = service;
    service.answer = async (request) => answer(request, () => usual(request));
  };

const withHeaders = (reply: Reply, headers: Readonly<Record<string, string>>): Reply =>
  Object.entries(headers).reduce((all, [name, value]) => withHeader(all, name, value), reply);
const asGet = (request: Request): Request =>
  request.method === "HEAD" ? { ...request, method: "GET" } : request;
const isOperation = ({ method, path = "" }: Request): boolean =>
  /^(GET \/store\/orders|GET \/pets\/[^/]+|DELETE \/store\/orders\/[^/]+)$/.test(
    `${method} ${path}`,
  );
const base = (request: Request): string => `http://${header(request, "host")}`;

const STYLES: Readonly<Record<string, (service: ReferenceService) => void>> = {
  "an allow-list of origins, redirects, 405": answering(async (request, usual) => {
    const { path = "" } = request;
    const origin = header(request, "origin");
    const isAllowed = origin === APP;
    if (header(request, "access-control-request-method") !== undefined)
      return isAllowed
        ? withHeaders(typed(200, "text/plain; charset=utf-8", "OK"), {
            "Access-Control-Allow-Origin": APP,
            "Access-Control-Allow-Credentials": "true",
            "Access-Control-Allow-Methods": "DELETE, GET",
            "Access-Control-Allow-Headers": header(request, "access-control-request-headers") ?? "",
          })
        : typed(400, "text/plain; charset=utf-8", "Disallowed CORS origin");
    const reply =
      path === "/store/orders/"
        ? redirect(307, `${base(request)}/v1/store/orders`)
        : isOperation(request)
          ? await usual()
          : /^\/(store\/orders(\/[^/]+)?|pets\/[^/]+)$/.test(path)
            ? withHeader(
                error(405, "1405", "Method Not Allowed"),
                "Allow",
                path.startsWith("/store/orders/") ? "DELETE" : "GET",
              )
            : error(404, "1404", `No route for ${path} at ${base(request)}/v1/`);
    if (origin === undefined) return reply;
    const allowed = { "Access-Control-Allow-Origin": APP, Vary: "Origin" };
    return withHeaders(reply, {
      "Access-Control-Allow-Credentials": "true",
      ...(isAllowed && allowed),
    });
  }),
  "a key that each route guards in its own way": (service) => {
    const { answer } = service;
    service.conflict = () => error(409, "1004", "The order has shipped.");
    service.pet = () =>
      withHeaders(error(404, "no_pet", "No pet here."), {
        Deprecation: "@1767225600",
        Link: `</v1/docs/pets>; rel="deprecation"`,
      });
    service.answer = async (request) => {
      const asked = asGet(request);
      if (!isOperation(asked)) {
        return request.method === "OPTIONS"
          ? withHeader(empty(200), "Allow", "GET,OPTIONS")
          : empty(404);
      }
      const reply = await answer(asked);
      if (reply.status !== 401) return reply;
      if (request.method === "DELETE")
        return error(
          401,
          header(request, "authorization") === undefined ? "no_key" : "bad_key",
          `${request.method} needs a key.`,
        );
      return request.path?.startsWith("/pets")
        ? withHeader(reply, "WWW-Authenticate", "Pet")
        : reply;
    };
  },
};

for (const [style, change] of Object.entries(STYLES))
  test(`the mock answers as ${style}`, async () => {
    const { baseUrl, pending, shipped, absent, close } = await deployed(change);
    const sender = httpClient({ baseUrl, key: KEY, limits: { quietMs: 15 } });
    const judged = await judgeClient(sender.send, {
      baseUrl,
      pending,
      shipped,
      absent,
      origin: APP,
    });
    expect(judged.report.clauses.filter(({ verdict }) => verdict === "violated")).toEqual([]);
    expect(await unlikeMock(judged)).toEqual([]);
    await sender.close();
    await close();
    const text = profileText(judged.learn());
    expect(text.slice(text.indexOf("\nanswers:"))).not.toContain(new URL(baseUrl).host);
  });

const ABSENT = "/store/orders/123456789012";

test("a profile without the entries that came later keeps its meaning", async () => {
  const profile = parseProfile(`version: 1
answers: { head: like-get, cors: any, other-paths-key: asked }
replies:
  key-missing: { code: no_key, headers: {} }
  head: { status: 200, headers: { Cache-Control: no-store } }
  other-method: { status: 405, body: none, headers: { Allow: DELETE } }
  preflight: { status: 204, body: none, headers: { Access-Control-Allow-Origin: "{origin}", Access-Control-Allow-Methods: "{method}" } }
  order-unknown: { message: "No order {orderId}." }
`);
  const service = await createService({ profile });
  const none = { authorization: undefined };
  for (const call of [
    {},
    { path: "/pets/1" },
    { method: "DELETE", path: ABSENT },
    { path: "/elsewhere" },
    { path: ABSENT },
  ])
    expect(code(ask(service, { ...call, ...none })), JSON.stringify(call)).toBe("no_key");
  expect(ask(service, { method: "HEAD" }).headers["Cache-Control"]).toBe("no-store");
  const statuses = ["/elsewhere", ABSENT, "/pets/1"].map(
    (path) => ask(service, { method: "HEAD", path }).status,
  );
  expect(statuses).toEqual([404, 405, 200]);
  expect(ask(service, PREFLIGHT_CALL).headers).toMatchObject({
    "Access-Control-Allow-Origin": "http://localhost:5173",
    "Access-Control-Allow-Methods": "DELETE",
  });
  expect(ask(service, { origin: APP }).headers["Access-Control-Allow-Origin"]).toBe(APP);
  expect(ask(service, { method: "DELETE", path: ABSENT }).text).toContain("No order 123456789012.");
});
