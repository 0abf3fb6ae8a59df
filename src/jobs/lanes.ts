import { createFairQueue, type Owner, type Shares } from '#kernel/fair-queue.ts';
import { onBehalfOf, onOwnBehalf } from '#kernel/on-behalf.ts';

/** Options for work that waits in the storage, in lanes: one per person of an account, or one per receiver. */
export interface LanesOptions<K, P> {
  /** How many pieces of work run at once on this node, of an account, and in one lane. */
  readonly shares: Shares;
  /** Returns the account of a lane, and the name that distinguishes the lane from others of the account. */
  readonly ownerOf: (key: K) => Owner;
  /** Returns the lanes that have work. */
  readonly due: () => Promise<readonly K[]>;
  /** Returns the next pieces of a lane. If there are `most`, the lane may have more. */
  readonly find: (key: K, most: number) => Promise<readonly P[]>;
  /** Does one piece. Another node may have found the same piece, so it is claimed here or in `find`. */
  readonly work: (piece: P, key: K) => Promise<void>;
  /** Called when the storage failed; the work is still due. */
  readonly onError: (error: unknown) => void;
}

/** Runs work of lanes, which take turns like people in a {@link createFairQueue}. */
export interface Lanes<K> {
  /** Reports that a lane may have new work. */
  notify(key: K): void;
  /** Begins all work that is due, without waiting for it. */
  look(): Promise<void>;
  /** Resolves when no work is running. */
  settled(): Promise<void>;
  /** Begins no more work, and waits for running work. */
  close(): Promise<void>;
}

interface Lane<K> {
  readonly key: K;
  /** Pieces that are running, and places for pieces that are being looked up. */
  taken: number;
  /** It waits to be looked up; an entry of a lane that does not is passed over. */
  isWaiting: boolean;
  isLooking: boolean;
  /** It may have got more work since the look-up that is under way. */
  isStale: boolean;
}

export function createLanes<K, P>(options: LanesOptions<K, P>): Lanes<K> {
  const { shares, ownerOf, due, find, work, onError } = options;
  /** Lanes that wait or have places. */
  const lanes = new Map<string, Lane<K>>();
  const queue = createFairQueue<Lane<K>>(shares);
  const running = new Set<Promise<void>>();
  let isClosed = false;

  const nameOf = (key: K): string => {
    const { account, person } = ownerOf(key);
    return `${account} ${person}`;
  };
  const run = (doing: Promise<void>, then: () => void = () => undefined): Promise<void> => {
    const tracked: Promise<void> = doing.catch(onError).finally(() => {
      running.delete(tracked);
      then();
    });
    running.add(tracked);
    return tracked;
  };
  const add = (lane: Lane<K>): void => {
    if (lane.isLooking) lane.isStale = true;
    else if (!lane.isWaiting) {
      lane.isWaiting = true;
      queue.push(ownerOf(lane.key), lane);
    }
  };
  const workOn = async (piece: P, lane: Lane<K>): Promise<void> => {
    try {
      await work(piece, lane.key);
    } catch (error) {
      // A piece that can't be claimed would be found again at once, in a loop, so the lane waits for the next `look`.
      lane.isWaiting = false;
      lane.isStale = false;
      throw error;
    }
  };
  const lookAt = async (lane: Lane<K>, slots: number): Promise<void> => {
    let unused = slots;
    let mayHaveMore = false;
    try {
      const found = await find(lane.key, slots);
      for (const piece of found) {
        unused -= 1;
        void run(workOn(piece, lane), () => leave(lane, 1));
      }
      mayHaveMore = found.length >= slots;
    } finally {
      lane.isLooking = false;
      if (mayHaveMore || lane.isStale) add(lane);
      leave(lane, unused);
    }
  };
  function leave(lane: Lane<K>, slots: number): void {
    for (let left = slots; left > 0; left -= 1) queue.end(ownerOf(lane.key));
    lane.taken -= slots;
    if (lane.taken === 0 && !lane.isWaiting && !lane.isLooking) lanes.delete(nameOf(lane.key));
    begin();
  }
  function begin(): void {
    for (let next = isClosed ? undefined : queue.begin(); next; next = queue.begin()) {
      const { owner, item: lane } = next;
      if (!lane.isWaiting) {
        queue.end(owner);
        continue;
      }
      lane.isWaiting = false;
      lane.isLooking = true;
      lane.isStale = false;
      let slots = 1;
      while (queue.beginAlso(owner)) slots += 1;
      lane.taken += slots;
      const places = slots;
      void run(onBehalfOf(owner, () => lookAt(lane, places)));
    }
  }
  const notify = (key: K): void => {
    const name = nameOf(key);
    const idle = { key, taken: 0, isWaiting: false, isLooking: false, isStale: false };
    const lane = lanes.get(name) ?? idle;
    lanes.set(name, lane);
    add(lane);
    begin();
  };
  const notifyDue = async (): Promise<void> => {
    for (const key of isClosed ? [] : await due()) notify(key);
  };
  const settled = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running);
  };
  return {
    notify,
    look: () => run(onOwnBehalf(notifyDue)),
    settled,
    async close() {
      isClosed = true;
      await settled();
    },
  };
}
