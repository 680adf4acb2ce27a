/** Errors of a mock over HTTP, in msw and in a fixture. */

import { BASE_PATH, DEFAULT_BASE_URL } from "../../spec/base-address.ts";
import { errorTable } from "../../spec/errors/user-error.ts";

export const mockError = errorTable({
  "bad-https":
    "The mock cannot serve HTTPS: {why}. Give a certificate and its key in PEM form with --cert FILE --key FILE; mkcert makes them.",
  "bad-store":
    "--store takes the address of Redis or Valkey, such as redis://host:6379/0 (rediss: for TLS).",
  "no-redis-package": "--store needs the package redis. Install it: npm install --save-dev redis",
  "store-unusable":
    "The store {address} cannot be used ({why}). Start Redis 7 or Valkey there, or check --store; if it uses a CA of its own, name that in NODE_EXTRA_CA_CERTS.",
  "store-scenario":
    "Mocks with a store keep the scenario that they were started with. Start all of them again with the other one.",
  "bad-base-url": `baseUrl takes a URL that ends in the version, such as ${DEFAULT_BASE_URL} (in a browser also ${BASE_PATH}), not "{value}".`,
  "no-worker-script":
    "The script of the service worker is not at {url}. Put it into the folder that your app serves at its root: npx --no-install orders-kit init public",
  "fixed-fetch":
    "server.listen() cannot intercept fetch: something in this process has made the global fetch non-configurable, and msw has to replace it. Give the app a mock over HTTP instead: startMock of orders-kit, with port 0.",
  "foreign-world": "world takes a world that createWorld of orders-kit/msw has created.",
  "unknown-shipment":
    "The scenario {scenario} ships order {id}, which is not among its {orders}. List it under orders.list, or name another.",
  "no-requests":
    "The app has sent no request to this world since its last reset. Check the address and the key that it uses.",
  "unsound-requests": "The app sent requests that the contract does not allow:\n{requests}",
  "mock-unreachable":
    "The mock at {url} does not answer ({why}). Start it with `npx --no-install orders-kit mock`, or check the URL.",
});
