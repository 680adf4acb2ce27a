/** haproxy in front of a sound deployment, in a part of the rows through a CONNECT proxy. */
import { PROXY_LOGIN } from "./connect-proxy.ts";
import {
  BAN,
  CLIENT_CERTIFICATE,
  CONFORMS,
  HTTP_2,
  NOT_BANNED,
  notJudged,
  PROXY_NEEDED,
  RATE_LIMIT,
} from "./expected.ts";
import { byName, type Row, type Site, trustByTarget, trustByVariable, withClientCertificate } from "./row.ts";

const RATE = ["stick-table type ip size 1k expire 10s store http_req_rate(1s)", "http-request track-sc0 src"];
const BAD_KEYS = [
  "stick-table type ip size 1k expire 60s store gpc0",
  "http-request track-sc0 src",
  "http-response sc-inc-gpc0(0) if { status 401 }",
];
const bannedAfter = (count: number): readonly string[] => [
  ...BAD_KEYS,
  `http-request return status 429 hdr Retry-After 60 if { sc_get_gpc0(0) ge ${count} }`,
];
const BEHIND_A_PROXY = { listen: "ssl", target: byName } as const;
const throughProxy = (site: Site, login = "") => ({
  ...trustByVariable(site),
  HTTPS_PROXY: `http://${login}127.0.0.1:${site.proxy}`,
});

const ROWS: readonly Omit<Row, "gateway">[] = [
  { situation: "plain", expected: CONFORMS },
  {
    situation: "limiter, 40 requests a second, 429",
    server: [...RATE, "http-request deny deny_status 429 if { sc_http_req_rate(0) gt 40 }"],
    expected: RATE_LIMIT,
  },
  {
    situation: "limiter, 40 requests a second, 429 with `Retry-After: 1`",
    server: [...RATE, "http-request return status 429 hdr Retry-After 1 if { sc_http_req_rate(0) gt 40 }"],
    expected: CONFORMS,
  },
  { situation: "ban after 30 bad keys, 429 with `Retry-After: 60`", server: bannedAfter(30), expected: BAN },
  {
    situation: "ban after 30 bad keys, closed connections",
    server: [...BAD_KEYS, "http-request reject if { sc_get_gpc0(0) ge 30 }"],
    expected: BAN,
  },
  {
    situation: "ban after 10 bad keys, and `--gentle`",
    server: bannedAfter(10),
    flags: ["--gentle"],
    expected: NOT_BANNED,
  },
  {
    situation: "firewall, 403 for what looks like an attack",
    server: ["http-request deny if { url -m sub -i %00 %27 %3c %7b %ff %zz .. script select union }"],
    expected: CONFORMS,
  },
  { situation: "refuses connections for 0.7 s", interruption: "gone", expected: CONFORMS },
  { situation: "loads its configuration again", interruption: "reload", expected: CONFORMS },
  {
    situation: "gzip, where it is accepted",
    server: ["filter compression", "compression algo gzip", "compression type application/json"],
    expected: CONFORMS,
  },
  { situation: "HTTP/2 only, without TLS", listen: "proto h2", expected: HTTP_2 },
  {
    situation: "HTTP/2 only, with TLS",
    listen: "ssl alpn h2 proto h2",
    env: trustByVariable,
    expected: HTTP_2,
  },
  { situation: "private authority, `ca`", listen: "ssl", target: trustByTarget, expected: CONFORMS },
  {
    situation: "client certificate, not given",
    listen: "ssl ca-file ca.pem verify required",
    env: trustByVariable,
    expected: CLIENT_CERTIFICATE,
  },
  {
    situation: "client certificate, `clientCert`",
    listen: "ssl ca-file ca.pem verify required",
    target: withClientCertificate,
    expected: CONFORMS,
  },
  {
    situation: "CONNECT proxy, not given",
    ...BEHIND_A_PROXY,
    proxy: "open",
    env: trustByVariable,
    expected: PROXY_NEEDED,
  },
  {
    situation: "CONNECT proxy, `HTTPS_PROXY`",
    ...BEHIND_A_PROXY,
    proxy: "open",
    env: throughProxy,
    expected: CONFORMS,
  },
  {
    situation: "CONNECT proxy with a password, not given",
    ...BEHIND_A_PROXY,
    proxy: "login",
    env: throughProxy,
    expected: notJudged("names the proxy's 407", /407/),
  },
  {
    situation: "CONNECT proxy with a password, `HTTPS_PROXY`",
    ...BEHIND_A_PROXY,
    proxy: "login",
    env: (site) => throughProxy(site, `${PROXY_LOGIN}@`),
    expected: CONFORMS,
  },
  {
    situation: "CONNECT proxy, and `NO_PROXY` for the target",
    listen: "ssl",
    env: (site) => ({ ...trustByVariable(site), HTTPS_PROXY: "http://127.0.0.1:9", NO_PROXY: "localhost,127.0.0.1" }),
    expected: CONFORMS,
  },
];

export const HAPROXY_ROWS = ROWS.map((row): Row => ({ gateway: "haproxy", ...row }));
