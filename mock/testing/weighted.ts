import fc from "fast-check";

/** One of several arbitraries, each with its weight. */
export function weighted<T extends readonly unknown[]>(
  ...choices: {
    readonly [At in keyof T]: readonly [weight: number, arbitrary: fc.Arbitrary<T[At]>];
  }
): fc.Arbitrary<T[number]> {
  return fc.oneof(
    ...choices.map(([weight, arbitrary]) => ({
      weight,
      arbitrary: arbitrary as fc.Arbitrary<T[number]>,
    })),
  );
}
