/** Pairwise testing: few combinations that contain every pair of choices. */

export type Row<K extends string> = Readonly<Record<K, string>>;

/** For any two keys, each pair of their choices is in some row. Deterministic. */
export function pairwise<K extends string>(
  choices: Readonly<Record<K, readonly string[]>>,
): Row<K>[] {
  const keys = Object.keys(choices) as K[];
  /** The pairs of the choice for a key with the others of a row. */
  const pairsWith = (row: Partial<Row<K>>, key: K): string[] =>
    keys
      .filter((other) => other !== key && row[other] !== undefined)
      .map((other) => [`${key} ${row[key]}`, `${other} ${row[other]}`].sort().join(" "));
  const open = new Set<string>();
  for (const key of keys)
    for (const other of keys)
      for (const choice of choices[key])
        for (const otherChoice of choices[other])
          for (const pair of pairsWith({ [other]: otherChoice, [key]: choice } as Row<K>, key))
            open.add(pair);
  const rows: Row<K>[] = [];
  while (open.size > 0) {
    // Start with the first pair that is still open; for each further key, take the choice that closes most open pairs.
    const [key, choice, other, otherChoice] = [...open][0]!.split(" ");
    const row = { [key!]: choice, [other!]: otherChoice } as Record<K, string>;
    for (const next of keys) {
      const gain = (candidate: string): number =>
        pairsWith({ ...row, [next]: candidate }, next).filter((pair) => open.has(pair)).length;
      row[next] ??= [...choices[next]].toSorted((a, b) => gain(b) - gain(a))[0]!;
    }
    for (const next of keys) for (const closed of pairsWith(row, next)) open.delete(closed);
    rows.push(row);
  }
  return rows;
}
