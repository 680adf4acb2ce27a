/**
 * Starts nginx or haproxy between the gate and the deployment, and makes the certificates for both.
 */
import { readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { generate, type SelfsignedOptions } from "selfsigned";
import { ended, environment, launch } from "../../contract-tests/testing/servers/processes.ts";
import { ROOT } from "../manifest.ts";

/**
 * A situation of rows.yaml. In `target` and `env`, `{folder}` and `{proxy}` are the certificates'
 * folder and the port of a CONNECT proxy.
 */
export interface Row {
  /** Begins with the name of the gateway. */
  readonly situation: string;
  /**
   * `conforms` also requires that every clause is proven. `no violation`: the target conforms, or
   * is not judged.
   */
  readonly expected: "conforms" | "no violation" | "not judged";
  /** Words of the reason, or of the whole output if the target is judged. */
  readonly says?: readonly string[];
  /**
   * Text after the address in `listen` of nginx or `bind` of haproxy. With `ssl`, the target is
   * https.
   */
  readonly listen?: string;
  /** Directives of nginx outside its server. */
  readonly outside?: string;
  /** Directives of nginx's server, or lines of haproxy's frontend. */
  readonly server?: string;
  /** Further keys of the target in orders-kit.yaml. */
  readonly target?: object;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Certificates by file: of a private CA, of the server (also in one file, as haproxy needs it), and
 * of a client.
 */
export async function makeCertificates(): Promise<Readonly<Record<string, string>>> {
  const make = (value: string, more: SelfsignedOptions) =>
    generate([{ name: "commonName", value }], { keyType: "ec", algorithm: "sha256", ...more });
  const { cert, private: key } = await make("Private-CA", {
    extensions: [{ name: "basicConstraints", cA: true }],
  });
  const ca = { cert, key };
  const altNames = [
    { type: 2 as const, value: "staging.orders.test" },
    { type: 7 as const, ip: "127.0.0.1" },
  ];
  const server = await make("server", { ca, extensions: [{ name: "subjectAltName", altNames }] });
  const client = await make("orders-kit", { ca });
  return {
    "ca.pem": cert,
    "server.pem": `${server.cert}\n${server.private}`,
    "client.pem": `${client.cert}\n${client.private}`,
  };
}

const GATEWAYS = {
  nginx: { file: "nginx.conf", argv: ["-p", ".", "-c", "nginx.conf", "-e", "error.log"] },
  haproxy: { file: "haproxy.cfg", argv: ["-db", "-f", "haproxy.cfg"] },
};

/** Resolves with a function that stops the gateway. */
export async function startGateway(row: Row, folder: string, port: number, deployment: string) {
  const { situation, listen = "", outside = "", server = "" } = row;
  const name = situation.startsWith("nginx") ? "nginx" : "haproxy";
  const { file, argv } = GATEWAYS[name];
  const template = await readFile(join(ROOT, "repo-tests/gateways", file), "utf8");
  const values: Readonly<Record<string, string | number>> = {
    ...{ port, deployment, outside, server, listen },
    user: process.getuid?.() === 0 ? "user root;" : "",
  };
  await writeFile(
    join(folder, file),
    template.replace(/@(\w+)@/g, (_, key: string) => `${values[key]}`),
  );
  const child = launch(name, argv, folder, environment());
  const end = ended(child);
  const stop = () => {
    child.kill("SIGTERM");
    return end;
  };
  for (let waited = 0; waited < 10_000; waited += 20) {
    if (await accepts(port)) return stop;
    await sleep(20);
  }
  throw new Error(`${row.situation}: it does not listen. ${(await stop()).stderr}`);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.destroy());
    socket.once("close", (failed) => resolve(!failed));
    socket.on("error", () => {});
  });
}
