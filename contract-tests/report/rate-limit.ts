/** That the deployment limits the rate of calls, as a remark. */
import type { RemarkList } from "./remark.ts";

export function rateLimitRemarks(statuses: readonly number[]): RemarkList[] {
  if (statuses.length === 0) return [];
  const why = `Calls got ${statuses.join(" or ")} and were served after a wait: this looks like a rate limit. The run waited and slowed down; --rate N sends fewer calls per second from the start.`;
  return [{ title: "The rate of calls is limited", entries: [{ id: "--rate", why, times: 1 }] }];
}
