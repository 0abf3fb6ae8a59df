/** A queue in which everybody is served in turn: who brings much waits for their own, not others for them. */
export interface FairQueue<T> {
  push(whose: string, item: T): void;
  /** The oldest of whoever has waited longest for a turn, among those who may have one. */
  shift(mayGo?: (whose: string) => boolean): T | undefined;
  /** Whether one of those waits. */
  has(mayGo: (whose: string) => boolean): boolean;
  readonly size: number;
  /** How much of it one has brought. */
  sizeOf(whose: string): number;
}

export function createFairQueue<T>(): FairQueue<T> {
  // A map keeps the order in which its keys came: whoever was served goes to its end.
  const waiting = new Map<string, T[]>();
  let size = 0;
  return {
    push(whose, item) {
      size += 1;
      const own = waiting.get(whose);
      if (own) own.push(item);
      else waiting.set(whose, [item]);
    },
    shift(mayGo = () => true) {
      for (const [whose, own] of waiting) {
        if (!mayGo(whose)) continue;
        const item = own.shift();
        waiting.delete(whose);
        if (own.length > 0) waiting.set(whose, own);
        size -= 1;
        return item;
      }
      return undefined;
    },
    has: (mayGo) => [...waiting.keys()].some(mayGo),
    get size() {
      return size;
    },
    sizeOf: (whose) => waiting.get(whose)?.length ?? 0,
  };
}
