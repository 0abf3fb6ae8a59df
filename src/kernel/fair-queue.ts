/** A queue that serves the owners of its items in turn, so that an owner with many items delays only their own. */
export interface FairQueue<T> {
  push(owner: string, item: T): void;
  /** Removes the oldest item of the owner who has waited longest for a turn, among those who may go. */
  shift(isEligible?: (owner: string) => boolean): T | undefined;
  /** Returns whether an item of an owner who may go is waiting. */
  has(isEligible: (owner: string) => boolean): boolean;
  readonly size: number;
  /** Returns how many items of one owner are waiting. */
  sizeOf(owner: string): number;
}

export function createFairQueue<T>(): FairQueue<T> {
  // A map keeps the order of insertion: after being served, an owner goes to the end.
  const waiting = new Map<string, T[]>();
  let size = 0;
  return {
    push(owner, item) {
      size += 1;
      const own = waiting.get(owner);
      if (own) own.push(item);
      else waiting.set(owner, [item]);
    },
    shift(isEligible = () => true) {
      for (const [owner, own] of waiting) {
        if (!isEligible(owner)) continue;
        const item = own.shift();
        waiting.delete(owner);
        if (own.length > 0) waiting.set(owner, own);
        size -= 1;
        return item;
      }
      return undefined;
    },
    has: (isEligible) => [...waiting.keys()].some(isEligible),
    get size() {
      return size;
    },
    sizeOf: (owner) => waiting.get(owner)?.length ?? 0,
  };
}
