import { onBehalfOf, onOwnBehalf } from '#kernel/on-behalf.ts';

/** Work that waits in the storage, in lanes: what is done for one account, or sent to one receiver. */
export interface LanesOptions<K, P> {
  /** Pieces of work at once on this node, and of one lane, so that a slow one holds up nobody else. */
  readonly atOnce: number;
  readonly ofLane: number;
  /** Tells lanes apart. */
  readonly nameOf: (key: K) => string;
  readonly accountOf: (key: K) => string;
  /** Lanes that have something to do. */
  readonly due: () => Promise<readonly K[]>;
  /** What a lane has to do next. So many pieces mean that there may be more. */
  readonly find: (key: K, most: number) => Promise<readonly P[]>;
  /** Does a piece. Another node may have found it as well: it is claimed here or in `find`. */
  readonly work: (piece: P, key: K) => Promise<void>;
  /** Hears when the storage failed; what was to be done is still due. */
  readonly onError: (error: unknown) => void;
}

/** Lanes take turns: whoever was served longest ago is next. */
export interface Lanes<K> {
  /** Something may have come to a lane. */
  hear(key: K): void;
  /** Begins on whatever is due, without waiting for it. */
  look(): Promise<void>;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
  /** Begins on nothing more, and waits for what is under way. */
  close(): Promise<void>;
}

interface Lane<K> {
  readonly key: K;
  /** Pieces under way, and places kept for those that are being looked for. */
  taken: number;
  isLooking: boolean;
}

export function createLanes<K, P>(options: LanesOptions<K, P>): Lanes<K> {
  const { atOnce, ofLane, nameOf, accountOf, due, find, work, onError } = options;
  const lanes = new Map<string, Lane<K>>();
  /** Lanes to look at; a set keeps the order in which they came. */
  const waiting = new Set<Lane<K>>();
  const running = new Set<Promise<void>>();
  let taken = 0;
  let isClosed = false;

  const take = (lane: Lane<K>, places: number): void => {
    lane.taken += places;
    taken += places;
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
      // What could not be claimed would be found again at once, and again: it waits for the next look.
      waiting.delete(lane);
      throw error;
    }
  };
  const lookAt = async (lane: Lane<K>, places: number): Promise<void> => {
    let unused = places;
    try {
      const found = await find(lane.key, places);
      for (const piece of found) {
        unused -= 1;
        void run(workOn(piece, lane), () => leave(lane, 1));
      }
      if (found.length >= places) waiting.add(lane);
    } finally {
      lane.isLooking = false;
      leave(lane, unused);
    }
  };
  function leave(lane: Lane<K>, places: number): void {
    take(lane, -places);
    if (lane.taken === 0 && !lane.isLooking && !waiting.has(lane)) lanes.delete(nameOf(lane.key));
    begin();
  }
  function begin(): void {
    for (const lane of waiting) {
      const places = Math.min(ofLane - lane.taken, atOnce - taken);
      if (isClosed || taken >= atOnce) return;
      if (places <= 0 || lane.isLooking) continue;
      waiting.delete(lane);
      lane.isLooking = true;
      take(lane, places);
      void run(onBehalfOf(accountOf(lane.key), () => lookAt(lane, places)));
    }
  }
  const hear = (key: K): void => {
    const lane = lanes.get(nameOf(key)) ?? { key, taken: 0, isLooking: false };
    lanes.set(nameOf(key), lane);
    waiting.add(lane);
    begin();
  };
  const hearDue = async (): Promise<void> => {
    for (const key of isClosed ? [] : await due()) hear(key);
  };
  const settled = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running);
  };
  return {
    hear,
    look: () => run(onOwnBehalf(hearDue)),
    settled,
    async close() {
      isClosed = true;
      await settled();
    },
  };
}
