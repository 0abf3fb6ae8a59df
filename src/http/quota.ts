import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { type Clock, systemClock } from '#kernel/clock.ts';
import type { AppError } from '#kernel/errors.ts';

/** The number of requests that each key may make within a window. */
export interface Policy {
  /** The name that clients read: letters and dashes. */
  readonly name: string;
  readonly quota: number;
  readonly windowSeconds: number;
}

/** The part of its quota that a key has left in its window. */
export interface PolicyUsage {
  readonly policy: Policy;
  readonly remaining: number;
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
}

/** Counts one request. @throws AppError `too-many-requests`. */
export type CountRequest = (key: string) => PolicyUsage | Promise<PolicyUsage>;

/** Runs a statement on the storage that all nodes share, with the interface that rate-limiter-flexible expects. */
export interface CountClient {
  query(statement: {
    readonly text: string;
    readonly values?: readonly unknown[];
  }): Promise<{ readonly rows: readonly unknown[]; readonly rowCount: number }>;
}

export interface QuotaDeps {
  readonly clock: Clock;
  /** Undefined: there is one process, which counts in its memory. */
  readonly client: CountClient | undefined;
  readonly refuse: (usage: PolicyUsage) => AppError;
}

/** A block is this fraction of the quota: of 3,000 requests a minute, the share of one second. */
const BLOCKS_A_WINDOW = 60;
/** Near the end of the quota a block is this fraction of the rest, so that no node holds much of it. */
const BLOCKS_OF_THE_REST = 4;
/** The number of keys in memory from which keys of past windows are removed. */
const MANY_KEYS = 10_000;
const SWEEP_EVERY_MS = 1000;

/** Returns how much of a quota a node takes at once when `rest` of it is left. */
export const blockSize = ({ quota }: Policy, rest: number): number =>
  Math.max(1, Math.min(Math.ceil(quota / BLOCKS_A_WINDOW), Math.floor(rest / BLOCKS_OF_THE_REST)));

/**
 * Counts every request with a statement on the shared storage, so that all nodes together never let one too many
 * through. A key that is over its limit is refused without a statement. When the storage does not answer, this
 * node counts in its memory.
 */
export function countEach(policy: Policy, deps: QuotaDeps): CountRequest {
  const consume = consumeEach(policy, deps);
  return async (key) => {
    const { isOver, usage } = await consume(key);
    if (isOver) throw deps.refuse(usage);
    return usage;
  };
}

interface Consumed {
  readonly usage: PolicyUsage;
  /** The request exceeds the quota. */
  readonly isOver: boolean;
}

/** Counts like `countEach`, but leaves it to the caller to refuse. */
export function consumeEach(
  policy: Policy,
  { clock, client }: Pick<QuotaDeps, 'clock' | 'client'>,
): (key: string) => Promise<Consumed> {
  const limiter = limiterOf(policy, client);
  return async (key) => {
    const { consumedPoints, msBeforeNext } = await consumeOne(limiter, key);
    // For a key that this node already blocks, the limiter reports 0 consumed points.
    const isOver = consumedPoints > policy.quota || consumedPoints === 0;
    const remaining = isOver ? 0 : policy.quota - consumedPoints;
    return { isOver, usage: { policy, remaining, endsAt: clock.now() + msBeforeNext } };
  };
}

interface Attempt extends Consumed {
  /** Takes the attempt out of the count again, because it succeeded; or that much of its amount. */
  giveBack(amount?: number): Promise<void>;
}

/** @param amount how much the attempt counts; 1 by default */
type CountAttempt = (key: string, amount?: number) => Promise<Attempt>;

/**
 * Counts attempts, each before its outcome is known, so that parallel ones cannot exceed the quota. No node refuses a
 * key without a statement, because its count may go down.
 */
export function countAttempts(
  policy: Policy,
  { clock, client }: Pick<QuotaDeps, 'clock' | 'client'>,
): CountAttempt {
  const limiter = limiterOf(policy, client, { remembersFull: false });
  return async (key, amount = 1) => {
    const { consumedPoints, msBeforeNext } = await consumeOne(limiter, key, amount);
    const remaining = Math.max(0, policy.quota - consumedPoints);
    return {
      isOver: consumedPoints > policy.quota,
      usage: { policy, remaining, endsAt: clock.now() + msBeforeNext },
      async giveBack(back = amount) {
        await limiter.reward(key, back);
      },
    };
  };
}

/** Counts in this process alone, for requests that cost less than a statement would. */
export const countHere = (policy: Policy, deps: QuotaDeps): CountRequest =>
  countInBlocks(policy, { ...deps, client: undefined });

interface Block {
  /** Granted to this node and not used. */
  left: number;
  /** The part of the quota that no node had taken when this block was granted. */
  readonly beyond: number;
  /** When the window ends, by the clock that answers show. */
  readonly endsAt: number;
  /** The same by the clock of the system, which the limiter reads. */
  readonly closesAt: number;
}

/**
 * Takes blocks of the quota from the shared storage and counts them down in memory, so that most requests wait
 * for no statement. Blocks never add up to more than the quota. The unused part of a block is lost until the
 * window ends.
 */
export function countInBlocks(policy: Policy, deps: QuotaDeps): CountRequest {
  const { clock } = deps;
  const windowMs = policy.windowSeconds * 1000;
  const limiter = limiterOf(policy, deps.client);
  let sweepAt = 0;
  const blocks = new Map<string, Block>();
  const pending = new Map<string, Promise<Block>>();

  const takeBlock = async (key: string): Promise<Block> => {
    const known = blocks.get(key);
    const size = blockSize(policy, known && isOpen(known) ? known.beyond : policy.quota);
    const result = await limiter.penalty(key, size);
    const before = result.consumedPoints - size;
    const block: Block = {
      left: Math.min(size, Math.max(0, policy.quota - before)),
      beyond: Math.max(0, policy.quota - result.consumedPoints),
      endsAt: clock.now() + result.msBeforeNext,
      closesAt: systemClock.now() + result.msBeforeNext,
    };
    sweep();
    blocks.set(key, block);
    return block;
  };
  // By any other clock than the limiter's, a block could end before its window: each jump of that clock would cost a block.
  // A clock that was set back makes a window look longer than it is. What is left of a block is used all the same, but a
  // block that refuses is believed for one window at most.
  const isOpen = ({ left, closesAt }: Block): boolean => {
    const rest = closesAt - systemClock.now();
    return rest > 0 && (left > 0 || rest <= windowMs);
  };
  const sweep = (): void => {
    const now = systemClock.now();
    if (blocks.size < MANY_KEYS || now < sweepAt) return;
    sweepAt = now + SWEEP_EVERY_MS;
    for (const [key, { closesAt }] of blocks) if (closesAt <= now) blocks.delete(key);
  };
  const sharedBlock = (key: string): Promise<Block> => {
    const running = pending.get(key);
    if (running !== undefined) return running;
    const begun = takeBlock(key).finally(() => pending.delete(key));
    pending.set(key, begun);
    return begun;
  };
  const use = (block: Block): PolicyUsage => {
    block.left -= 1;
    return { policy, remaining: block.left + block.beyond, endsAt: block.endsAt };
  };
  const over = ({ endsAt }: Block): AppError => deps.refuse({ policy, remaining: 0, endsAt });
  const useNext = async (key: string): Promise<PolicyUsage> => {
    for (;;) {
      const block = await sharedBlock(key);
      if (block.left > 0) return use(block);
      if (block.beyond === 0) throw over(block);
      // Other requests that waited for the same block used it up.
    }
  };
  return (key) => {
    const block = blocks.get(key);
    if (!block || !isOpen(block)) return useNext(key);
    if (block.left > 0) return use(block);
    if (block.beyond === 0) throw over(block);
    return useNext(key);
  };
}

function limiterOf(
  policy: Policy,
  client: CountClient | undefined,
  { remembersFull = true } = {},
): RateLimiterAbstract {
  const { name, quota: points, windowSeconds: duration } = policy;
  // Each limiter has its own memory, so that a prefix would only make every key longer.
  const inMemory = new RateLimiterMemory({ points, duration, keyPrefix: '' });
  if (!client) return inMemory;
  return new RateLimiterPostgres({
    storeClient: client,
    storeType: 'client',
    tableName: 'rate_limits',
    // A migration creates the table, and a job clears it.
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration,
    insuranceLimiter: inMemory,
    ...(remembersFull && { inMemoryBlockOnConsumed: points }),
  });
}

async function consumeOne(
  limiter: RateLimiterAbstract,
  key: string,
  amount = 1,
): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key, amount);
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return refused;
    throw refused;
  }
}
