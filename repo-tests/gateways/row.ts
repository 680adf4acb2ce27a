/** A row of the table of gateways, as data. */
import { HOST } from "./certificates.ts";
import type { Expected } from "./expected.ts";

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

export interface Row {
  readonly gateway: "nginx" | "haproxy";
  readonly situation: string;
  readonly expected: Expected;
  /** What follows the address in `listen` of nginx or `bind` of haproxy. With `ssl`, the target is https. */
  readonly listen?: string;
  /** Directives of nginx outside its server. */
  readonly outside?: readonly string[];
  /** Directives of nginx's server; lines of haproxy's frontend. */
  readonly server?: readonly string[];
  /** What happens to the gateway once, in the middle of the run. */
  readonly interruption?: Interruption;
  /** A CONNECT proxy on the way to the gateway, and whether it asks for a password. */
  readonly proxy?: "open" | "login";
  /** Further keys of the target in orders-kit.yaml. */
  readonly target?: (site: Site) => object;
  readonly env?: (site: Site) => Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
}

/** It is gone for 0.7 s; it loads its configuration again; it answers everything with 502 for 0.7 s. */
export type Interruption = "gone" | "reload" | "502";

/** The authority of the gateway is trusted by the process. */
export const trustByVariable = ({ folder }: Site) => ({ NODE_EXTRA_CA_CERTS: `${folder}/ca.pem` });

/** The authority of the gateway is trusted by the target. */
export const trustByTarget = ({ folder }: Site) => ({ ca: `${folder}/ca.pem` });

export const withClientCertificate = (site: Site) => ({
  ...trustByTarget(site),
  clientCert: `${site.folder}/client.pem`,
  clientKey: `${site.folder}/client.key`,
});

/** The target has a name that is not resolved here. */
export const byName = (): { readonly url: string } => ({ url: `https://${HOST}/v1` });
