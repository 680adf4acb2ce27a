/** How long a run waits after the first cancellations before it asks the last questions. */
import type { RemarkList } from "../report/run-facts.ts";
import { EMBEDDED, type Target } from "./target.ts";

/** Milliseconds. The embedded targets do nothing in the background. */
const LINGER_MS = 5_000;

type Named = Pick<Target, "name" | "rules">;

export function lingerMsOf(target: Named, { lingerMs }: { readonly lingerMs?: number | undefined }): number {
  return lingerMs ?? (isEmbedded(target) ? 0 : LINGER_MS);
}

function isEmbedded({ name }: Named): boolean {
  return EMBEDDED.some((embedded) => embedded === name);
}

/** Says what a run without the wait does not see. */
export function lingerRemarks(target: Named, lingerMs: number): RemarkList[] {
  if (lingerMs > 0 || target.rules.readOnly || isEmbedded(target)) return [];
  const why =
    "The run did not wait: that a deployment undoes a cancellation, or carries out a refused one, some seconds later was not seen. --linger 5 waits until 5 s after the first cancellation.";
  return [{ title: "Delayed effects not checked", entries: [{ id: "--linger", why, times: 1 }] }];
}
