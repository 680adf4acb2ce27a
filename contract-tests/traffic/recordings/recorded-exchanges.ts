/** Selects the exchanges of recordings to judge, and tells why others are not, or only in part. */
import type { ReportSection } from "../../report/schema.ts";
import type { PassedExchange } from "../passed-exchange.ts";
import { fieldOf, type HarEntry } from "./har-entry.ts";
import { leftOutFor, REASONS } from "./left-out.ts";
import type { RecordedEntry } from "./read-recording.ts";
import { passedIn } from "./recorded-exchange.ts";

/**
 * Returns a text that is equal for copies of an entry: two calls hardly take the same time to the
 * microsecond.
 */
function identityOf({ startedDateTime, time, request, response }: HarEntry): string {
  const { status, content } = response ?? {};
  return JSON.stringify([startedDateTime, time, request, status, content?.text?.length]);
}

/** Returns exchanges in the order in which they were sent. */
export function passedExchanges(entries: readonly RecordedEntry[]) {
  const times = new Map<string, number>();
  const count = (reason: keyof typeof REASONS): void =>
    void times.set(reason, (times.get(reason) ?? 0) + 1);

  const hasKey = ({ request }: HarEntry) => fieldOf(request.headers, "authorization") !== undefined;
  const showKeys = new Set(entries.flatMap(({ har, file }) => (har && hasKey(har) ? file : [])));
  const isBetween = ({ startedDateTime }: HarEntry) => Date.parse(startedDateTime) % 1_000 !== 0;
  const showTimes = new Set(
    entries.flatMap(({ har, file }) => (har && isBetween(har) ? file : [])),
  );

  const passed: PassedExchange[] = [];
  const seen = new Set<string>();
  for (const { har, id, file, url, recorder } of entries) {
    const leftOut = url === "" ? "no-address" : har ? leftOutFor(har, recorder) : "no-entry";
    if (leftOut === "not-a-call") continue;
    if (leftOut !== undefined || har === undefined) {
      count(leftOut ?? "no-entry");
      continue;
    }

    // Merged recordings may contain an entry twice.
    const identity = identityOf(har);
    if (seen.has(identity)) continue;
    seen.add(identity);

    const stripsKeys = !showKeys.has(file);
    const hasSeconds = !showTimes.has(file);
    const exchange = passedIn(har, { id, session: file, url, stripsKeys, recorder, hasSeconds });
    if (exchange.kept === "nothing") count("body-left-out");
    if (stripsKeys) count("key-left-out");
    passed.push(exchange);
  }

  const list = Object.entries(REASONS).flatMap(([id, why]) => {
    const many = times.get(id) ?? 0;
    return many === 0 ? [] : [{ id, why, times: many }];
  });
  const title = "Not judged, or not wholly";
  const sections: ReportSection[] = list.length === 0 ? [] : [{ title, entries: list }];
  return { passed: passed.toSorted((a, b) => a.sentAt - b.sentAt), sections };
}
