/** Headers by which a proxy names a client, or marks a request as internal: some services trust them from anybody. */

const LOOPBACK = "127.0.0.1";

export const PROXY_HEADERS: readonly (readonly (readonly [name: string, value: string])[])[] = [
  [
    ...["X-Forwarded-For", "X-Real-IP", "X-Client-IP", "Client-IP", "True-Client-IP", "CF-Connecting-IP"],
    ...["X-Originating-IP", "X-Remote-IP", "X-Remote-Addr", "X-Cluster-Client-IP"],
  ].map((name) => [name, LOOPBACK] as const),
  [["Forwarded", `for=${LOOPBACK};by=${LOOPBACK}`]],
  [
    ...[
      "X-Forwarded-User",
      "X-Remote-User",
      "Remote-User",
      "X-User",
      "X-Username",
      "X-Authenticated-User",
      "X-WebAuth-User",
    ],
    ...[
      "X-Auth-Request-User",
      "X-Consumer-Username",
      "X-Credential-Username",
      "X-MS-Client-Principal-Name",
      "X-User-Role",
    ],
  ].map((name) => [name, "admin"] as const),
  [
    ...["X-User-Id", "X-Account-Id", "X-Consumer-Id", "X-Client-Id", "X-Tenant-Id"].map((name) => [name, "1"] as const),
    ["X-Forwarded-Email", "admin@localhost"],
    ["X-Goog-Authenticated-User-Email", "accounts.google.com:admin@localhost"],
    ["X-SSL-Client-Verify", "SUCCESS"],
    ["X-Client-Verified", "SUCCESS"],
  ],
  [
    ...["X-Internal", "X-Internal-Request", "X-Admin", "X-Debug", "X-Trusted", "X-Authenticated", "X-Health-Check"].map(
      (name) => [name, "true"] as const,
    ),
    ["User-Agent", "kube-probe/1.30"],
    ["Origin", "http://localhost"],
    ["Referer", "http://localhost/"],
  ],
  [["User-Agent", "ELB-HealthChecker/2.0"]],
];
