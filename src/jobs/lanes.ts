import { onBehalfOf, onOwnBehalf } from '#kernel/on-behalf.ts';

/** Options for work that waits in the storage, in lanes: one per account, or one per receiver. */
export interface LanesOptions<K, P> {
  /** Pieces of work that run at once on this node, and in one lane, so that a slow lane does not hold up others. */
  readonly atOnce: number;
  readonly ofLane: number;
  /** Pieces of all lanes of one account; if omitted, as many as at once. */
  readonly ofAccount?: number;
  /** Returns the name that distinguishes the lane from others. */
  readonly nameOf: (key: K) => string;
  readonly accountOf: (key: K) => string;
  /** Returns the lanes that have work. */
  readonly due: () => Promise<readonly K[]>;
  /** Returns the next pieces of a lane. If there are `most`, the lane may have more. */
  readonly find: (key: K, most: number) => Promise<readonly P[]>;
  /** Does one piece. Another node may have found the same piece, so it is claimed here or in `find`. */
  readonly work: (piece: P, key: K) => Promise<void>;
  /** Called when the storage failed; the work is still due. */
  readonly onError: (error: unknown) => void;
}

/**
 * Runs work of lanes, which take turns: next is the account that was served longest ago, and of its lanes the one that
 * was served longest ago (decision 52).
 */
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
  /** Pieces that are running, and slots reserved for pieces that are being looked up. */
  taken: number;
  isLooking: boolean;
}

export function createLanes<K, P>(options: LanesOptions<K, P>): Lanes<K> {
  const {
    atOnce,
    ofLane,
    ofAccount = atOnce,
    nameOf,
    accountOf,
    due,
    find,
    work,
    onError,
  } = options;
  const lanes = new Map<string, Lane<K>>();
  /** Lanes to look up. */
  const waiting = createTurns<Lane<K>>(({ key }) => accountOf(key));
  const takenOf = new Map<string, number>();
  const running = new Set<Promise<void>>();
  let taken = 0;
  let isClosed = false;

  const take = (lane: Lane<K>, slots: number): void => {
    const account = accountOf(lane.key);
    const own = (takenOf.get(account) ?? 0) + slots;
    if (own === 0) takenOf.delete(account);
    else takenOf.set(account, own);
    lane.taken += slots;
    taken += slots;
  };
  const run = (doing: Promise<void>, then: () => void = () => undefined): Promise<void> => {
    const tracked: Promise<void> = doing.catch(onError).finally(() => {
      running.delete(tracked);
      then();
    });
    running.add(tracked);
    return tracked;
  };
  const workOn = async (piece: P, lane: Lane<K>): Promise<void> => {
    try {
      await work(piece, lane.key);
    } catch (error) {
      // A piece that can't be claimed would be found again at once, in a loop, so the lane waits for the next `look`.
      waiting.delete(lane);
      throw error;
    }
  };
  const lookAt = async (lane: Lane<K>, slots: number): Promise<void> => {
    let unused = slots;
    try {
      const found = await find(lane.key, slots);
      for (const piece of found) {
        unused -= 1;
        void run(workOn(piece, lane), () => leave(lane, 1));
      }
      if (found.length >= slots) waiting.add(lane);
    } finally {
      lane.isLooking = false;
      leave(lane, unused);
    }
  };
  function leave(lane: Lane<K>, slots: number): void {
    take(lane, -slots);
    if (lane.taken === 0 && !lane.isLooking && !waiting.has(lane)) lanes.delete(nameOf(lane.key));
    begin();
  }
  /** Returns how many slots a lane may take. */
  const roomOf = (lane: Lane<K>): number => {
    if (lane.isLooking) return 0;
    const ofOwn = ofAccount - (takenOf.get(accountOf(lane.key)) ?? 0);
    return Math.min(ofLane - lane.taken, ofOwn, atOnce - taken);
  };
  const next = (): Lane<K> | undefined =>
    isClosed || taken >= atOnce
      ? undefined
      : waiting.find(
          (account) => (takenOf.get(account) ?? 0) < ofAccount,
          (lane) => roomOf(lane) > 0,
        );
  function begin(): void {
    for (let lane = next(); lane; lane = next()) {
      const [found, slots] = [lane, roomOf(lane)];
      waiting.delete(found);
      found.isLooking = true;
      take(found, slots);
      void run(onBehalfOf(accountOf(found.key), () => lookAt(found, slots)));
    }
  }
  const notify = (key: K): void => {
    const lane = lanes.get(nameOf(key)) ?? { key, taken: 0, isLooking: false };
    lanes.set(nameOf(key), lane);
    waiting.add(lane);
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

/** Lanes in the order of arrival, of accounts that take turns. */
interface Turns<L> {
  add(lane: L): void;
  /** Removes a lane; its account goes behind the others. */
  delete(lane: L): void;
  has(lane: L): boolean;
  /** Returns the first lane with room of the first account with room. */
  find(hasRoom: (account: string) => boolean, isFree: (lane: L) => boolean): L | undefined;
}

function createTurns<L>(accountOf: (lane: L) => string): Turns<L> {
  const waiting = new Map<string, Set<L>>();
  return {
    add(lane) {
      const account = accountOf(lane);
      const own = waiting.get(account) ?? new Set();
      waiting.set(account, own.add(lane));
    },
    delete(lane) {
      const account = accountOf(lane);
      const own = waiting.get(account);
      if (!own?.delete(lane)) return;
      waiting.delete(account);
      if (own.size > 0) waiting.set(account, own);
    },
    has: (lane) => waiting.get(accountOf(lane))?.has(lane) === true,
    find(hasRoom, isFree) {
      for (const [account, own] of waiting) {
        const lane = hasRoom(account) ? own.values().find(isFree) : undefined;
        if (lane !== undefined) return lane;
      }
      return undefined;
    },
  };
}
