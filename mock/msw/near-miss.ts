/** Warns a developer about a request that just misses the mock and would get no answer. */
import { http } from "msw";

/**
 * A handler after all others that warns once about a request for orders at another address. It
 * never matches, because msw treats a matching request as handled, and `onUnhandledRequest:
 * "error"` would let it pass.
 */
export function nearMiss(baseUrl: string) {
  let isTold = false;
  return http.all(
    ({ request: { method, url } }) => {
      if (isTold || !/\/store\/orders(?:[/?#].*)?$/.test(url)) return false;
      isTold = true;
      console.warn(
        `orders-kit: ${method} ${url} is not below ${baseUrl}, so the handlers of the mock do not answer it. If it is for them, correct the address, or give baseUrl to worker.start or createHandlers.`,
      );
      return false;
    },
    () => {},
  );
}
