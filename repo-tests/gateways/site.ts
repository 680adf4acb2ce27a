/** What is between the gate and the deployment: nginx or haproxy, and perhaps a CONNECT proxy (RFC 9110, section 9.3.6) before it. */
import { writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { generate, type SelfsignedOptions } from "selfsigned";
import { ended, environment, launch } from "../../contract-tests/testing/processes.ts";
import { type Listening, networkProxy } from "../../contract-tests/testing/servers.ts";

/** A situation of rows.yaml. In `target` and `env`, `{port}`, `{proxy}` and `{folder}` are those of the site. */
export interface Row {
  readonly gateway: "nginx" | "haproxy";
  readonly situation: string;
  readonly expected: {
    /** `conforms`: and every clause is proven. `no violation`: it conforms, or is not judged. `any`: the words count. */
    readonly verdict: "conforms" | "not judged" | "no violation" | "any";
    /** A pattern that the reason must match; the whole output where the target is judged. */
    readonly says?: string;
    /** The same in words, for the table. */
    readonly words?: string;
  };
  /** What follows the address in `listen` of nginx or `bind` of haproxy. With `ssl`, the target is https. */
  readonly listen?: string;
  /** Directives of nginx outside its server. */
  readonly outside?: string;
  /** Directives of nginx's server; lines of haproxy's frontend. */
  readonly server?: string;
  /** What happens to the gateway in the middle of the run: it is gone for 0.7 s, is configured again, or answers 502 for 0.7 s. */
  readonly interruption?: "gone" | "reload" | "502";
  /** A CONNECT proxy on the way to the gateway, and whether it asks for a password. */
  readonly proxy?: "open" | "login";
  /** Further keys of the target in orders-kit.yaml. */
  readonly target?: object;
  readonly env?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
}

/** What a row can refer to: ports of 127.0.0.1, and the folder of the certificates. */
export interface Site {
  /** Of the gateway. */
  readonly port: number;
  /** Of the deployment behind it. */
  readonly deployment: number;
  /** Of the proxy through which the gateway is reached; 0 without one. */
  readonly proxy: number;
  readonly folder: string;
}

/** Of the target, as rows.yaml has it. */
const HOST = "staging.orders.test";
/** Milliseconds of an interruption, and those within which a gateway must listen. */
const [GONE_MS, START_MS] = [700, 10_000];

/** By file: of a private CA, of the server (in one file, as haproxy wants it, too) and of a client. */
export async function makeCertificates(): Promise<Readonly<Record<string, string>>> {
  const make = (value: string, more: SelfsignedOptions) =>
    generate([{ name: "commonName", value }], { keyType: "ec", algorithm: "sha256", ...more });
  const { cert, private: key } = await make("Private-CA", {
    extensions: [{ name: "basicConstraints", cA: true }],
  });
  const names = {
    altNames: [
      { type: 2 as const, value: HOST },
      { type: 7 as const, ip: "127.0.0.1" },
    ],
  };
  const server = await make(HOST, {
    ca: { cert, key },
    extensions: [{ name: "subjectAltName", ...names }],
  });
  const client = await make("orders-kit", { ca: { cert, key } });
  return {
    "ca.pem": cert,
    "server.pem": server.cert,
    "server.key": server.private,
    "server-both.pem": `${server.cert}\n${server.private}`,
    "client.pem": client.cert,
    "client.key": client.private,
  };
}

/** The CONNECT proxy of a row: every name leads to one port of this machine. */
export function startProxy(destination: number, login: "open" | "login"): Promise<Listening> {
  const wanted = `Basic ${Buffer.from("kit:pass word").toString("base64")}`;
  return networkProxy(destination, (given) => (login === "login" && given !== wanted ? 407 : 200));
}

export async function startGateway(row: Row, site: Site) {
  const { argv, reload, configuration } = PROGRAMS[row.gateway];
  const configure = (answer?: 502) =>
    writeFile(join(site.folder, "gateway.conf"), configuration(row, site, answer));
  const start = async () => {
    const child = launch(row.gateway, argv, site.folder, environment());
    const end = ended(child);
    const stop = () => {
      child.kill("SIGTERM");
      return end;
    };
    for (const last = Date.now() + START_MS; Date.now() < last; await sleep(20))
      if (await accepts(site.port)) return { child, stop };
    throw new Error(`${row.gateway} does not listen: ${(await stop()).stderr}`);
  };
  await configure();
  let running = await start();
  const interrupt = async (): Promise<void> => {
    if (row.interruption === "gone") {
      await running.stop();
      await sleep(GONE_MS);
      running = await start();
      return;
    }
    if (row.interruption === "502") {
      await configure(502);
      running.child.kill(reload);
      await sleep(GONE_MS);
      await configure();
    }
    running.child.kill(reload);
  };
  return { interrupt, stop: () => running.stop() };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.destroy());
    socket.once("close", (failed) => resolve(!failed));
    socket.on("error", () => {});
  });
}

/** Their paths are relative to the folder of the site. `answer` replaces the deployment behind the gateway. */
const PROGRAMS = {
  nginx: {
    argv: ["-p", ".", "-c", "gateway.conf", "-e", "error.log"],
    reload: "SIGHUP",
    // The workers of a root process would be those of a user that cannot write into the folder.
    configuration: (
      { listen = "", outside = "", server = "" }: Row,
      { port, deployment }: Site,
      answer?: 502,
    ) => `
daemon off;
pid nginx.pid;
error_log error.log;
${process.getuid?.() === 0 ? "user root;" : ""}
events {}
http {
  access_log off;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${name};`).join(" ")}
  ${outside}
  server {
    listen 127.0.0.1:${port} ${listen};
    ${listen.includes("ssl") ? "ssl_certificate server.pem; ssl_certificate_key server.key;" : ""}
    ${server}
    location / { ${answer === undefined ? `proxy_pass http://127.0.0.1:${deployment};` : `return ${answer};`} }
  }
}
`,
  },
  haproxy: {
    // The master process takes signals, and stops its worker.
    argv: ["-W", "-db", "-f", "gateway.conf"],
    reload: "SIGUSR2",
    configuration: ({ listen = "", server = "" }: Row, { port, deployment }: Site) => `
global
  maxconn 256
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend orders
  bind 127.0.0.1:${port} ${listen.replace("ssl", "ssl crt server-both.pem")}
  ${server.replaceAll("\n", "\n  ")}
  default_backend deployment
backend deployment
  server deployment 127.0.0.1:${deployment}
`,
  },
} as const;
