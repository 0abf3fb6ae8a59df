/** A queue that serves the owners of its items in turn, so that an owner with many items delays only their own. */
export interface FairQueue<T> {
  push(whose: string, item: T): void;
  /** Removes the oldest item of the owner who has waited longest for a turn, among those who may go. */
  shift(mayGo?: (whose: string) => boolean): T | undefined;
  /** Returns whether an item of an owner who may go is waiting. */
  has(mayGo: (whose: string) => boolean): boolean;
  readonly size: number;
  /** Returns how many items of one owner are waiting. */
  sizeOf(whose: string): number;
}

export function createFairQueue<T>(): FairQueue<T> {
  // A map keeps the order of insertion: after being served, an owner goes to the end.
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
