/** Tells a developer of a request that just misses the mock: nobody would answer it. */
import { http } from "msw";

/** A handler that answers nothing, after all others, and warns once of a request for orders at another address. */
export function nearMiss(baseUrl: string) {
  let isTold = false;
  return http.all(/\/store\/orders(?:[/?#].*)?$/, ({ request }) => {
    if (!isTold)
      console.warn(
        `orders-kit: ${request.method} ${request.url} is not below ${baseUrl}, so the mock does not answer it. Correct the address, or give baseUrl to worker.start.`,
      );
    isTold = true;
  });
}
