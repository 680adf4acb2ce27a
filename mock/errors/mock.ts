/** Errors of a mock over HTTP, in msw and in a fixture. Each is a function of the details in its message. */

import { BASE_PATH, DEFAULT_BASE_URL } from "../../spec/base-address.ts";
import { type Details, UserError } from "../../spec/errors/user-error.ts";

export const badHttpsError = ({ why }: Details<"why">) =>
  new UserError({
    code: "bad-https",
    message: `The mock cannot serve HTTPS: ${why}. Give a certificate and its key in PEM form with --cert FILE --key FILE; mkcert makes them.`,
  });

export const badStoreError = () =>
  new UserError({
    code: "bad-store",
    message:
      "--store takes the address of Redis or Valkey, such as redis://host:6379/0 (rediss: for TLS).",
  });

export const noRedisPackageError = () =>
  new UserError({
    code: "no-redis-package",
    message: "--store needs the package redis. Install it: npm install --save-dev redis",
  });

export const storeUnusableError = ({ address, why }: Details<"address" | "why">) =>
  new UserError({
    code: "store-unusable",
    message: `The store ${address} cannot be used (${why}). Start Redis 7 or Valkey there, or check --store; if it uses a CA of its own, name that in NODE_EXTRA_CA_CERTS.`,
  });

export const storeScenarioError = () =>
  new UserError({
    code: "store-scenario",
    message:
      "Mocks with a store keep the scenario that they were started with. Start all of them again with the other one.",
  });

export const badBaseUrlError = ({ value }: Details<"value">) =>
  new UserError({
    code: "bad-base-url",
    message: `baseUrl takes a URL that ends in the version, such as ${DEFAULT_BASE_URL} (in a browser also ${BASE_PATH}), not "${value}".`,
  });

export const noWorkerScriptError = ({ url }: Details<"url">) =>
  new UserError({
    code: "no-worker-script",
    message: `The script of the service worker is not at ${url}. Put it into the folder that your app serves at its root: npx --no-install orders-kit init public`,
  });

export const foreignWorldError = () =>
  new UserError({
    code: "foreign-world",
    message: "world takes a world that createWorld of orders-kit/msw has created.",
  });

export const unknownShipmentError = ({
  scenario,
  id,
  orders,
}: Details<"scenario" | "id" | "orders">) =>
  new UserError({
    code: "unknown-shipment",
    message: `The scenario ${scenario} ships order ${id}, which is not among its ${orders}. List it under orders.list, or name another.`,
  });

export const noRequestsError = () =>
  new UserError({
    code: "no-requests",
    message:
      "The app has sent no request to this world since its last reset. Check the address and the key that it uses.",
  });

export const unsoundRequestsError = ({ requests }: Details<"requests">) =>
  new UserError({
    code: "unsound-requests",
    message: `The app sent requests that the contract does not allow:\n${requests}`,
  });

export const mockUnreachableError = ({ url, why }: Details<"url" | "why">) =>
  new UserError({
    code: "mock-unreachable",
    message: `The mock at ${url} does not answer (${why}). Start it with \`npx --no-install orders-kit mock\`, or check the URL.`,
  });

export const controlRefusedError = ({ call, why }: Details<"call" | "why">) =>
  new UserError({ code: "control-refused", message: `The mock rejected ${call}: ${why}` });
