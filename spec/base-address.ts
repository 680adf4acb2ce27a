/**
 * The base address, whose last segment is the version (section Versioning). No other source file
 * spells out the version.
 */
export const VERSION_SEGMENT = "v1";

/** Path of the mock's base address. */
export const BASE_PATH = `/${VERSION_SEGMENT}`;

/**
 * Address of `orders-kit mock` without options, and of the service worker. Pages served over https
 * may call it too.
 */
export const DEFAULT_BASE_URL = `http://127.0.0.1:4010${BASE_PATH}`;

/**
 * Address of the msw handlers in Node. No server can have it (RFC 6761, section 6.4), so a request
 * that msw misses fails instead of reaching a mock that happens to run.
 */
export const IN_PROCESS_BASE_URL = `http://orders.invalid${BASE_PATH}`;

/** A deployment's address, as messages and help show it. */
export const EXAMPLE_URL = `https://host${BASE_PATH}`;

/**
 * Returns the address without trailing slashes, or undefined unless it is an http or https address
 * that ends in our version.
 */
export function checkedBaseUrl(url: string): string | undefined {
  const base = url.replace(/\/+$/, "");
  return /^https?:\/\/[^?#]+$/.test(base) && base.endsWith(BASE_PATH) ? base : undefined;
}
