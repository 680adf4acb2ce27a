/**
 * What mutated code calls as `mutants`. One build has all mutants, and at most one of them is active. Each call notes whether
 * its mutant, if it were active, would change a value or a step here: a run that notes nothing for a mutant cannot find it.
 */

type Comparison = "<" | "<=" | ">" | ">=";

const COMPARE: Readonly<Record<Comparison, (a: number, b: number) => boolean>> = {
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
};

/** Ids begin with 1. The methods are named for what the active mutant does. */
export class MutantSwitch {
  /** 0: the original. */
  active = 0;
  /** By id: 1 where the mutant would have made a difference. */
  touched: Uint8Array;

  constructor(count: number) {
    this.touched = new Uint8Array(count + 1);
  }

  /** Leaves out what is done when this is false. */
  keeps(id: number): boolean {
    this.touched[id] = 1;
    return this.active !== id;
  }

  inverted(id: number, value: unknown): unknown {
    this.touched[id] = 1;
    return this.active === id ? !value : value;
  }

  /** The value is calculated in any case, with its effects. */
  isTrue(id: number, value: unknown): unknown {
    if (!value) this.touched[id] = 1;
    return this.active === id ? true : value;
  }

  isFalse(id: number, value: unknown): unknown {
    if (value) this.touched[id] = 1;
    return this.active === id ? false : value;
  }

  /** Compares with `mutated` in place of `operator`. */
  compared(id: number, left: number, operator: Comparison, right: number, mutated: Comparison): boolean {
    const [result, other] = [COMPARE[operator](left, right), COMPARE[mutated](left, right)];
    if (other !== result) this.touched[id] = 1;
    return this.active === id ? other : result;
  }

  increased(id: number, value: number | bigint): number | bigint {
    this.touched[id] = 1;
    if (this.active !== id) return value;
    return typeof value === "bigint" ? value + 1n : value + 1;
  }
}
