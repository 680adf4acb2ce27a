/** What was not sent for want of ids that are known to be free, as remarks. */
import type { Remark, RemarkList } from "./remark.ts";
import type { NotTried } from "./results.ts";

/** Texts and ids in one remark. */
const MAX_TEXTS = 8;
const MAX_IDS = 40;

export function notTriedRemarks(notTried: readonly NotTried[]): RemarkList[] {
  const entries = [...listedRemarks(notTried), ...neededRemarks(notTried)];
  const title = "Not tried without free ids";
  return entries.length === 0 ? [] : [{ title, entries }];
}

function listedRemarks(notTried: readonly NotTried[]): Remark[] {
  const ids = new Set(notTried.flatMap(({ absentListed }) => absentListed ?? []));
  return [...ids].map((id) => ({
    id: "absent-id-listed",
    why: `${id} was provided as absent, and an order with this id is listed. Leave it out.`,
    times: 1,
  }));
}

function neededRemarks(notTried: readonly NotTried[]): Remark[] {
  const texts = new Set(notTried.filter(({ absentNeeded }) => absentNeeded.length > 0).map(({ text }) => text));
  if (texts.size === 0) return [];
  const times = new Map<string, number>();
  for (const id of notTried.flatMap(({ absentNeeded }) => absentNeeded)) times.set(id, (times.get(id) ?? 0) + 1);
  // An id that many texts can be read as comes first.
  const ids = [...times].sort(([, a], [, b]) => b - a).map(([id]) => id);
  const why = `Not tried: ${named([...texts].map(quoted), MAX_TEXTS)}. Provide those of these ids that are free, with --absent or in orders-kit.yaml: ${named(ids, MAX_IDS)}.`;
  return [{ id: "absent-ids-needed", why, times: 1 }];
}

function quoted(text: string): string {
  return /^-?\d+$/.test(text) ? text : `"${text}"`;
}

function named(all: readonly string[], most: number): string {
  const more = all.length - most;
  return `${all.slice(0, most).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
