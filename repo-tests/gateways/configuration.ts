/** The configuration files of the gateways. Their paths are relative to the folder of the site. */
import type { Row, Site } from "./row.ts";

/** `answer` replaces the deployment behind the gateway. */
export function configuration(row: Row, site: Site, answer?: 502): string {
  return (row.gateway === "nginx" ? nginx(row, site, answer) : haproxy(row, site)).join("\n");
}

function nginx({ listen = "", outside = [], server = [] }: Row, { port, deployment }: Site, answer?: 502): string[] {
  return [
    "daemon off;",
    "pid nginx.pid;",
    "error_log error.log;",
    // The workers of a root process would be those of a user that cannot write into the folder.
    ...(process.getuid?.() === 0 ? ["user root;"] : []),
    "events {}",
    "http {",
    "  access_log off;",
    ...["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `  ${name}_temp_path ${name};`),
    ...outside.map((line) => `  ${line}`),
    "  server {",
    `    listen 127.0.0.1:${port} ${listen};`,
    ...(listen.includes("ssl") ? ["    ssl_certificate server.pem;", "    ssl_certificate_key server.key;"] : []),
    ...server.map((line) => `    ${line}`),
    `    location / { ${answer === undefined ? `proxy_pass http://127.0.0.1:${deployment};` : `return ${answer};`} }`,
    "  }",
    "}",
    "",
  ];
}

function haproxy({ listen = "", server = [] }: Row, { port, deployment }: Site): string[] {
  return [
    "global",
    "  maxconn 256",
    "defaults",
    "  mode http",
    "  timeout connect 5s",
    "  timeout client 30s",
    "  timeout server 30s",
    "frontend orders",
    `  bind 127.0.0.1:${port} ${listen.replace("ssl", "ssl crt server-both.pem")}`,
    ...server.map((line) => `  ${line}`),
    "  default_backend deployment",
    "backend deployment",
    `  server deployment 127.0.0.1:${deployment}`,
    "",
  ];
}
