/** The base address, whose last segment is the version (section Versioning). The version stands here alone. */
export const VERSION_SEGMENT = "v1";

/** The path of the mock's base address. */
export const BASE_PATH = `/${VERSION_SEGMENT}`;

/** The address of `orders-kit mock` without options, and of the service worker: a page served over https may call it too. */
export const DEFAULT_BASE_URL = `http://127.0.0.1:4010${BASE_PATH}`;

/**
 * The address of the msw handlers in Node. No server can have it (RFC 6761, section 6.4): a request that msw does not see fails, and is
 * not answered by a mock that happens to run.
 */
export const IN_PROCESS_BASE_URL = `http://orders.invalid${BASE_PATH}`;

/** The address of a deployment as messages and help show one. */
export const EXAMPLE_URL = `https://host${BASE_PATH}`;

/** Returns an address without the slash at its end; undefined unless it is an http or https address that ends in our version. */
export function checkedBaseUrl(url: string): string | undefined {
  const base = url.replace(/\/+$/, "");
  return /^https?:\/\/[^?#]+$/.test(base) && base.endsWith(BASE_PATH) ? base : undefined;
}
