/** Random numbers that are the same for the same seed, so that every demo has the same organisation. */
export interface Dice {
  /** Returns a number from `low` to `high`, both included. */
  int(low: number, high: number): number;
  chance(probability: number): boolean;
  /** @throws Error for an empty list */
  pick<T>(list: readonly T[]): T;
  /** Returns a copy in random order. */
  shuffle<T>(list: readonly T[]): readonly T[];
}

/** Uses mulberry32: small, and good enough for sample data, but never for secrets. */
export function createDice(seed: number): Dice {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(list: readonly T[]): T => {
    const [picked] = list.slice(int(0, list.length - 1));
    if (picked === undefined) throw new Error('nothing to pick from');
    return picked;
  };
  return {
    int,
    pick,
    chance: (probability) => next() < probability,
    shuffle(list) {
      const rest = [...list];
      return list.flatMap(() => rest.splice(int(0, rest.length - 1), 1));
    },
  };
}
