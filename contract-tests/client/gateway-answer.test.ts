import { expect, test } from "playwright/test";
import { sampleExchange } from "../testing/sample-exchange.ts";
import type { Response } from "./exchange.ts";
import { describeListAnswer, gatewayFix, listAnswer } from "./gateway-answer.ts";

const BASE = "https://auth.orders.example/v1";
const HTML = ["Content-Type", "text/html"] as const;
const JSON_TYPE = ["Content-Type", "application/json"] as const;
const responseOf = (status: number, body: string, ...headers: Response["headers"]): Response =>
  sampleExchange({}, { status, headers, body }).response!;
const page = (title: string) => `<!DOCTYPE html><html><head><title>${title}</title></head></html>`;

/**
 * Answers of systems in front of the service. repo-tests/errors/cases.yaml covers nginx and a
 * network proxy.
 */
for (const [title, says, response] of [
  [
    "IIS",
    /^Give a client certificate/,
    responseOf(403, page("403.7 - SSL client certificate is required"), HTML),
  ],
  ["495", /^Check that clientCert/, responseOf(495, "")],
  ["496", /^Give a client certificate/, responseOf(496, "")],
  ["426 to HTTP/2", /HTTP\/2/, responseOf(426, "", ["Upgrade", "h2c"])],
  ["505", /HTTP\/2/, responseOf(505, "")],
  [
    "Cloudflare Access",
    /login/,
    responseOf(302, "", [
      "Location",
      "https://team.cloudflareaccess.com/cdn-cgi/access/login/x?kid=s3cret",
    ]),
  ],
  [
    "a login of its own",
    /login/,
    responseOf(303, "", ["Location", "/login?next=/v1/store/orders"]),
  ],
  ["Cloudflare's challenge", /firewall/, responseOf(503, page("Just a moment..."), HTML)],
  [
    "F5",
    /firewall/,
    responseOf(200, "<html><body>The requested URL was rejected. Your support ID is: 18.", HTML),
  ],
  ["ModSecurity", /firewall/, responseOf(406, page("Not Acceptable!"), HTML)],
] as const satisfies readonly (readonly [string, RegExp, Response])[])
  test(`it is recognized: ${title}`, () => {
    const fix = gatewayFix(listAnswer(response, BASE), BASE);
    expect(fix).toMatch(says);
    expect(fix).toMatch(/^[A-Z].*\.$/);
  });

/** The service's own answers, which are judged or refuse the key. */
for (const [title, response] of [
  ["a list", responseOf(200, "[]", JSON_TYPE)],
  ["a list with a wrong media type", responseOf(200, '[{"note":"captcha"}]', HTML)],
  [
    "an order that names a captcha",
    responseOf(200, '[{"note":"captcha, access denied"}]', JSON_TYPE),
  ],
  [
    "403 with an Error",
    responseOf(403, '{"code":"x","message":"access denied","status":403}', JSON_TYPE),
  ],
  ["401 with a page", responseOf(401, page("Access denied"), HTML)],
  ["404 with a page", responseOf(404, page("Not found"), HTML)],
  ["500 with a page", responseOf(500, page("Internal Server Error"), HTML)],
  ["a redirect with a slash", responseOf(301, "", ["Location", `${BASE}/store/orders/`])],
  [
    "a redirect to https",
    responseOf(301, "", ["Location", "https://auth.orders.example/v1/store/orders"]),
  ],
  ["a redirect to another version", responseOf(308, "", ["Location", "/v2/store/orders"])],
] as const satisfies readonly (readonly [string, Response])[])
  test(`it may be the service's own: ${title}`, () => {
    expect(gatewayFix(listAnswer(response, BASE), BASE)).toBeUndefined();
  });

test("a description has the status, the kind, and no query", () => {
  const described = (response: Response) => describeListAnswer(listAnswer(response, BASE));
  expect(described(responseOf(302, "", ["Location", "/login?token=s3cret"]))).toBe(
    "302, a redirect to https://auth.orders.example/login",
  );
  expect(described(responseOf(302, "", ["Location", "file:///etc/passwd"]))).toBe(
    "302, a redirect to file:///etc/passwd",
  );
  expect(described(responseOf(403, page("x"), ["Server", "nginx"]))).toBe(
    '403 from nginx, a web page ("x")',
  );
  expect(described(responseOf(404, ""))).toBe("404");
});
