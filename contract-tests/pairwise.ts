/** Few combinations that hold every pair of choices: what two switches do to each other shows in one of them. */

export type Row<K extends string> = Readonly<Record<K, string>>;

/** Rows in which, for any two keys, each choice of the one stands beside each choice of the other. Always the same ones. */
export function pairwise<K extends string>(choices: Readonly<Record<K, readonly string[]>>): Row<K>[] {
  const keys = Object.keys(choices) as K[];
  const open = new Set<string>();
  for (const [at, key] of keys.entries())
    for (const other of keys.slice(at + 1))
      for (const choice of choices[key])
        for (const beside of choices[other]) open.add(pair(key, choice, other, beside));
  const rows: Row<K>[] = [];
  while (open.size > 0) {
    const row: Partial<Record<K, string>> = {};
    // The first pair that is still open, and then for each key the choice that closes most pairs with those before.
    const [key, choice, other, beside] = [...open][0]!.split(" ") as [K, string, K, string];
    row[key] = choice;
    row[other] = beside;
    for (const next of keys) {
      if (row[next] !== undefined) continue;
      const gain = (candidate: string): number =>
        pairsOf(row, next, candidate, keys).filter((one) => open.has(one)).length;
      row[next] = [...choices[next]].toSorted((a, b) => gain(b) - gain(a))[0]!;
    }
    for (const next of keys) for (const one of pairsOf(row, next, row[next]!, keys)) open.delete(one);
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
    const beside = row[other];
    if (beside === undefined || other === key) return [];
    return [index < at ? pair(other, beside, key, choice) : pair(key, choice, other, beside)];
  });
}

const pair = (key: string, choice: string, other: string, beside: string): string =>
  `${key} ${choice} ${other} ${beside}`;
