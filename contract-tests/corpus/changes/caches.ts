/**
 * Caches that keep what looks like a file, in front of routers that serve the list at such an
 * address. Source: web cache deception (Gil, 2017).
 */
import type { Reply, Request } from "../raw-http.ts";
import type { Base, Replacement } from "../variant.ts";

/** True if a cache takes the address for a file's. */
export const LIKE_FILES: Readonly<Record<string, (request: Request) => boolean>> = {
  segment: ({ path = "" }) => /\/[^/;.]+\.css$/.test(path),
  extension: ({ path = "" }) => /orders\.csv$/.test(path),
};

/**
 * Keeps each 200 to such an address under a name. The router ignores what follows `/store/orders`.
 */
export function keepsFiles(
  base: Base,
  isFile: (request: Request) => boolean,
  nameOf: (request: Request) => string,
): Replacement {
  const kept = new Map<string, Reply>();
  return {
    async answer(request) {
      if (request.method !== "GET" || !isFile(request)) return base.answer(request);
      const path = request.path?.replace(/^(\/store\/orders).*/, "$1");
      const reply = kept.get(nameOf(request)) ?? (await base.answer({ ...request, path }));
      if (reply.status === 200) kept.set(nameOf(request), reply);
      return reply;
    },
  };
}
