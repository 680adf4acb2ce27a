/** Suggests valid names in errors about an unknown one. */

/**
 * Returns the end of an error about an unknown name: the closest valid name, then all valid names.
 * Empty if there are none.
 */
export function suggest(name: string, valid: readonly string[]): string {
  return valid.length === 0 ? "" : `${didYouMean(name, valid)}Valid: ${valid.join(", ")}.`;
}

/**
 * Returns only the closest name, for lists that would fill the screen. Ends with a space, or is
 * empty.
 */
export function didYouMean(name: string, valid: readonly string[]): string {
  const closest = valid
    .map((candidate) => ({
      candidate,
      distance: editDistance(name.toLowerCase(), candidate.toLowerCase()),
    }))
    .toSorted((a, b) => a.distance - b.distance)[0];
  const near = closest !== undefined && closest.distance <= Math.max(2, name.length / 3);
  return near ? `Did you mean ${closest.candidate}? ` : "";
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, swap));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
