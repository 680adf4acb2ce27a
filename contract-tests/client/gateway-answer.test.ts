import { expect, test } from "playwright/test";
import { sampleExchange } from "../testing/sample-exchange.ts";
import type { Response } from "./exchange.ts";
import { describeListAnswer, gatewayFix, listAnswer } from "./gateway-answer.ts";

const BASE = "https://auth.orders.example/v1";
const HTML = ["Content-Type", "text/html"] as const;
const JSON_TYPE = ["Content-Type", "application/json"] as const;
const responseOf = (status: number, body: string, ...headers: Response["headers"]): Response =>
  sampleExchange({}, { status, headers, body }).response!;
const page = (status: number, title: string): Response =>
  responseOf(status, `<!DOCTYPE html><html><head><title>${title}</title></head></html>`, HTML);
const redirect = (status: number, location: string): Response =>
  responseOf(status, "", ["Location", location]);

const ACCESS = "https://team.cloudflareaccess.com/cdn-cgi/access/login/x?kid=s3cret";
const F5 = "<html><body>The requested URL was rejected. Your support ID is: 18.";
/**
 * Answers of systems in front of the service. repo-tests/errors/cases.yaml covers nginx and a
 * network proxy.
 */
for (const [title, says, response] of [
  ["IIS", /^Give a client certificate/, page(403, "403.7 - SSL client certificate is required")],
  ["495", /^Check that clientCert/, responseOf(495, "")],
  ["496", /^Give a client certificate/, responseOf(496, "")],
  ["426 to HTTP/2", /HTTP\/2/, responseOf(426, "", ["Upgrade", "h2c"])],
  ["505", /HTTP\/2/, responseOf(505, "")],
  ["Cloudflare Access", /login/, redirect(302, ACCESS)],
  ["a login of its own", /login/, redirect(303, "/login?next=/v1/store/orders")],
  ["Cloudflare's challenge", /firewall/, page(503, "Just a moment...")],
  ["F5", /firewall/, responseOf(200, F5, HTML)],
  ["ModSecurity", /firewall/, page(406, "Not Acceptable!")],
] as const)
  test(`it is recognized: ${title}`, () => {
    const fix = gatewayFix(listAnswer(response, BASE), BASE);
    expect(fix).toMatch(says);
    expect(fix).toMatch(/^[A-Z].*\.$/);
  });

const CAPTCHA = '[{"note":"captcha, access denied"}]';
const ERROR = '{"code":"x","message":"access denied","status":403}';
/** The service's own answers, which are judged or refuse the key. */
for (const [title, response] of [
  ["a list", responseOf(200, "[]", JSON_TYPE)],
  ["a list with a wrong media type", responseOf(200, CAPTCHA, HTML)],
  ["an order that names a captcha", responseOf(200, CAPTCHA, JSON_TYPE)],
  ["403 with an Error", responseOf(403, ERROR, JSON_TYPE)],
  ["401 with a page", page(401, "Access denied")],
  ["404 with a page", page(404, "Not found")],
  ["500 with a page", page(500, "Internal Server Error")],
  ["a redirect with a slash", redirect(301, `${BASE}/store/orders/`)],
  ["a redirect to https", redirect(301, "https://auth.orders.example/v1/store/orders")],
  ["a redirect to another version", redirect(308, "/v2/store/orders")],
] as const)
  test(`it may be the service's own: ${title}`, () => {
    expect(gatewayFix(listAnswer(response, BASE), BASE)).toBeUndefined();
  });

for (const [description, response] of [
  ["302, a redirect to https://auth.orders.example/login", redirect(302, "/login?token=s3cret")],
  ["302, a redirect to file:///etc/passwd", redirect(302, "file:///etc/passwd")],
  [
    '403 from nginx, a web page ("x")',
    responseOf(403, "<html><title>x</title>", ["Server", "nginx"]),
  ],
  ["404", responseOf(404, "")],
] as const)
  test(`a description has the status, the kind, and no query: ${description}`, () => {
    expect(describeListAnswer(listAnswer(response, BASE))).toBe(description);
  });
