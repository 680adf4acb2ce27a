/** nginx in front of a sound deployment. */
import { CLIENT_CERTIFICATE, CONFORMS, FIREWALL, LOGIN, PRIVATE_AUTHORITY, RATE_LIMIT } from "./expected.ts";
import { byName, type Row, trustByTarget, trustByVariable, withClientCertificate } from "./row.ts";

const LIMITER = {
  outside: ["limit_req_zone $binary_remote_addr zone=orders:1m rate=40r/s;"],
  server: ["limit_req zone=orders burst=20 nodelay;"],
};
const ACCESS = { server: ['if ($http_x_gateway_token != "open-sesame") { return 403; }'] };
const MUTUAL_TLS = { listen: "ssl", server: ["ssl_client_certificate ca.pem;", "ssl_verify_client on;"] };

const ROWS: readonly Omit<Row, "gateway">[] = [
  { situation: "plain", expected: CONFORMS },
  {
    situation: "cache by URL and key, stale for 3 s",
    outside: ["proxy_cache_path cache keys_zone=orders:1m;"],
    server: ["proxy_cache orders;", 'proxy_cache_key "$request_uri $http_authorization";', "proxy_cache_valid 200 3s;"],
    expected: CONFORMS,
  },
  { situation: "limiter, 40 requests a second, 503", ...LIMITER, expected: RATE_LIMIT },
  {
    situation: "limiter, 40 requests a second, 429",
    ...LIMITER,
    server: [...LIMITER.server, "limit_req_status 429;"],
    expected: RATE_LIMIT,
  },
  {
    situation: "limiter, 40 requests a second, and `--rate 30`",
    ...LIMITER,
    flags: ["--rate", "30"],
    expected: CONFORMS,
  },
  {
    situation: "limiter, 3 connections at once, 503",
    outside: ["limit_conn_zone $binary_remote_addr zone=orders:1m;"],
    server: ["limit_conn orders 3;"],
    expected: CONFORMS,
  },
  {
    situation: "firewall, 403 for what looks like an attack",
    server: ['if ($request_uri ~* "%00|%27|%3c|%7b|%ff|%zz|\\.\\.|script|select|union") { return 403; }'],
    expected: CONFORMS,
  },
  {
    situation: "firewall, 403 for everything that is no browser",
    server: ["if ($http_user_agent !~ Mozilla) { return 403; }"],
    expected: FIREWALL,
  },
  {
    situation: "503 with `Retry-After: 25` for an unknown unit of `Range`",
    server: [
      'if ($http_range ~ "^(?!bytes=).") { return 503; }',
      "error_page 503 @busy;",
      "location @busy { add_header Retry-After 25 always; return 503; }",
    ],
    expected: CONFORMS,
  },
  {
    situation: "login page, by redirect",
    server: ["return 302 https://id.orders.test/oauth2/authorize?client_id=staging;"],
    expected: LOGIN,
  },
  { situation: "header of an access gateway, not given", ...ACCESS, expected: FIREWALL },
  {
    situation: "header of an access gateway, `headers`",
    ...ACCESS,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the notation of the file
    target: () => ({ headers: { "X-Gateway-Token": "${GATEWAY_TOKEN}" } }),
    env: () => ({ GATEWAY_TOKEN: "open-sesame" }),
    expected: CONFORMS,
  },
  { situation: "refuses connections for 0.7 s", interruption: "gone", expected: CONFORMS },
  { situation: "loads its configuration again", interruption: "reload", expected: CONFORMS },
  { situation: "502 for 0.7 s", interruption: "502", expected: CONFORMS },
  {
    situation: "gzip, where it is accepted",
    server: ["gzip on;", "gzip_types application/json;", "gzip_min_length 1;", "gzip_proxied any;"],
    expected: CONFORMS,
  },
  { situation: "HTTP/2 for those who offer it", listen: "ssl http2", env: trustByVariable, expected: CONFORMS },
  { situation: "private authority", listen: "ssl", expected: PRIVATE_AUTHORITY },
  { situation: "private authority, `NODE_EXTRA_CA_CERTS`", listen: "ssl", env: trustByVariable, expected: CONFORMS },
  { situation: "private authority, `ca`", listen: "ssl", target: trustByTarget, expected: CONFORMS },
  { situation: "client certificate, not given", ...MUTUAL_TLS, env: trustByVariable, expected: CLIENT_CERTIFICATE },
  { situation: "client certificate, `clientCert`", ...MUTUAL_TLS, target: withClientCertificate, expected: CONFORMS },
  {
    situation: "name that is not resolved here, `connectTo`",
    listen: "ssl",
    target: ({ port }) => ({ ...byName(), connectTo: `127.0.0.1:${port}` }),
    env: trustByVariable,
    expected: CONFORMS,
  },
  {
    situation: "as a proxy itself, `HTTP_PROXY`",
    target: () => ({ url: byName().url.replace("https", "http") }),
    env: ({ port }) => ({ HTTP_PROXY: `http://127.0.0.1:${port}` }),
    expected: CONFORMS,
  },
];

export const NGINX_ROWS = ROWS.map((row): Row => ({ gateway: "nginx", ...row }));
