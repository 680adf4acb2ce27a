import { header } from "../raw-http.ts";
import type { Accepts } from "./key-checks.ts";

/** Headers that name a client, in the words of a title. */
export const TRUSTED: readonly (readonly [words: string, accepts: Accepts])[] = [
  ["X-Forwarded-For: 127.0.0.1", (request) => header(request, "x-forwarded-for") === "127.0.0.1"],
  ["X-Forwarded-For: 10.0.0.1", (request) => /^10\./.test(header(request, "x-forwarded-for") ?? "")],
  ["Sec-Fetch-Site: same-origin", (request) => header(request, "sec-fetch-site") === "same-origin"],
  ["X-Requested-With", (request) => header(request, "x-requested-with") !== undefined],
  [
    "the X-Middleware-Subrequest of a framework",
    (request) => header(request, "x-middleware-subrequest")?.startsWith("middleware:") === true,
  ],
  ["X-Envoy-Internal", (request) => header(request, "x-envoy-internal") === "true"],
  ["X-Real-IP: 127.0.0.1", (request) => header(request, "x-real-ip") === "127.0.0.1"],
  ["Forwarded: for=127.0.0.1", (request) => /for="?127\./.test(header(request, "forwarded") ?? "")],
  ["X-Forwarded-User", (request) => header(request, "x-forwarded-user") !== undefined],
  ["X-Remote-User", (request) => header(request, "x-remote-user") !== undefined],
  ["X-User-Id", (request) => header(request, "x-user-id") !== undefined],
  [
    "the headers of a preflight",
    (request) =>
      header(request, "origin") !== undefined && header(request, "access-control-request-method") !== undefined,
  ],
  ["X-Internal: true", (request) => header(request, "x-internal") === "true"],
  [
    "the User-Agent of a health check",
    (request) => /kube-probe|HealthChecker/.test(header(request, "user-agent") ?? ""),
  ],
];
