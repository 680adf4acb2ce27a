/** Pairwise testing: few combinations that contain every pair of choices. */

export type Row<K extends string> = Readonly<Record<K, string>>;

/** For any two keys, each pair of their choices is in some row. Deterministic. */
export function pairwise<K extends string>(choices: Readonly<Record<K, readonly string[]>>): Row<K>[] {
  const keys = Object.keys(choices) as K[];
  const open = new Set<string>();
  for (const [at, key] of keys.entries())
    for (const other of keys.slice(at + 1))
      for (const choice of choices[key])
        for (const otherChoice of choices[other]) open.add(pair(key, choice, other, otherChoice));
  const rows: Row<K>[] = [];
  while (open.size > 0) {
    const row: Partial<Record<K, string>> = {};
    // Start with the first pair that is still open; for each further key, take the choice that closes most open pairs.
    const [key, choice, other, otherChoice] = [...open][0]!.split(" ") as [K, string, K, string];
    row[key] = choice;
    row[other] = otherChoice;
    for (const next of keys) {
      if (row[next] !== undefined) continue;
      const gain = (candidate: string): number =>
        pairsOf(row, next, candidate, keys).filter((found) => open.has(found)).length;
      row[next] = [...choices[next]].toSorted((a, b) => gain(b) - gain(a))[0]!;
    }
    for (const next of keys) for (const closed of pairsOf(row, next, row[next]!, keys)) open.delete(closed);
    rows.push(row as Row<K>);
  }
  return rows;
}

function pairsOf<K extends string>(
  row: Partial<Record<K, string>>,
  key: K,
  choice: string,
  keys: readonly K[],
): string[] {
  const at = keys.indexOf(key);
  return keys.flatMap((other, index) => {
    const otherChoice = row[other];
    if (otherChoice === undefined || other === key) return [];
    return [index < at ? pair(other, otherChoice, key, choice) : pair(key, choice, other, otherChoice)];
  });
}

const pair = (key: string, choice: string, other: string, otherChoice: string): string =>
  `${key} ${choice} ${other} ${otherChoice}`;
