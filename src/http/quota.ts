import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Clock } from '#kernel/clock.ts';
import type { AppError } from '#kernel/errors.ts';

/** So many requests within so many seconds, for each key. */
export interface Policy {
  /** As clients read it: letters and dashes. */
  readonly name: string;
  readonly quota: number;
  readonly windowSeconds: number;
}

/** What a key has left in its window. */
export interface Usage {
  readonly policy: Policy;
  readonly remaining: number;
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
}

/** Counts one request. @throws AppError `too-many-requests`. */
export type CountRequest = (key: string) => Usage | Promise<Usage>;

/** Runs a statement on the storage that all nodes share; as rate-limiter-flexible asks for it. */
export interface CountClient {
  query(statement: {
    readonly text: string;
    readonly values?: readonly unknown[];
  }): Promise<{ readonly rows: readonly unknown[]; readonly rowCount: number }>;
}

export interface QuotaDeps {
  readonly clock: Clock;
  /** Left out: one process, which counts in its memory. */
  readonly client: CountClient | undefined;
  readonly refuse: (usage: Usage) => AppError;
}

/** A block is this part of the quota: of 3,000 a minute what one second may use. */
const BLOCKS_A_WINDOW = 60;
/** Near the end of the quota a block is this part of the rest, so that no node sits on much of it. */
const BLOCKS_OF_THE_REST = 4;
/** Keys in memory before those of past windows are swept out. */
const MANY_KEYS = 10_000;
const SWEEP_EVERY_MS = 1000;

/** How much of a quota a node takes at once when `rest` of it is left. */
export const blockSize = ({ quota }: Policy, rest: number): number =>
  Math.max(1, Math.min(Math.ceil(quota / BLOCKS_A_WINDOW), Math.floor(rest / BLOCKS_OF_THE_REST)));

/**
 * Every request is a statement on the shared storage, so that all nodes together never let one too many
 * through. What is over the limit already is refused without one. When the storage does not answer, this
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
  readonly usage: Usage;
  /** One more than the quota. */
  readonly isOver: boolean;
}

/** The same for what is counted and not refused here. */
export function consumeEach(
  policy: Policy,
  { clock, client }: Pick<QuotaDeps, 'clock' | 'client'>,
): (key: string) => Promise<Consumed> {
  const limiter = limiterOf(policy, client);
  return async (key) => {
    const { consumedPoints, msBeforeNext } = await consumeOne(limiter, key);
    // None are told of a key that this node knows to be over.
    const isOver = consumedPoints > policy.quota || consumedPoints === 0;
    const remaining = isOver ? 0 : policy.quota - consumedPoints;
    return { isOver, usage: { policy, remaining, endsAt: clock.now() + msBeforeNext } };
  };
}

/** In this process alone: for what costs less than a statement would. */
export const countHere = (policy: Policy, deps: QuotaDeps): CountRequest =>
  countInBlocks(policy, { ...deps, client: undefined });

interface Block {
  /** Granted to this node and not used. */
  left: number;
  /** What nobody had taken when this was granted. */
  readonly beyond: number;
  readonly endsAt: number;
}

/**
 * A node takes blocks of the quota from the shared storage and counts them down in memory: no statement
 * in a request's way. Blocks never add up to more than the quota; what a node took and does not use is
 * lost until the window ends.
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
    };
    sweep();
    blocks.set(key, block);
    return block;
  };
  // A window that ends later than a whole one from now: the clock was put back.
  const isOpen = ({ endsAt }: Block): boolean => {
    const left = endsAt - clock.now();
    return left > 0 && left <= windowMs;
  };
  const sweep = (): void => {
    const now = clock.now();
    if (blocks.size < MANY_KEYS || now < sweepAt) return;
    sweepAt = now + SWEEP_EVERY_MS;
    for (const [key, { endsAt }] of blocks) if (endsAt <= now) blocks.delete(key);
  };
  const sharedBlock = (key: string): Promise<Block> => {
    const running = pending.get(key);
    if (running !== undefined) return running;
    const begun = takeBlock(key).finally(() => pending.delete(key));
    pending.set(key, begun);
    return begun;
  };
  const use = (block: Block): Usage => {
    block.left -= 1;
    return { policy, remaining: block.left + block.beyond, endsAt: block.endsAt };
  };
  const over = ({ endsAt }: Block): AppError => deps.refuse({ policy, remaining: 0, endsAt });
  const useNext = async (key: string): Promise<Usage> => {
    for (;;) {
      const block = await sharedBlock(key);
      if (block.left > 0) return use(block);
      if (block.beyond === 0) throw over(block);
      // Those who waited for the same block used it up.
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

function limiterOf(policy: Policy, client: CountClient | undefined): RateLimiterAbstract {
  const { name, quota: points, windowSeconds: duration } = policy;
  // Each has a store of its own: a prefix would only make every key longer.
  const inMemory = new RateLimiterMemory({ points, duration, keyPrefix: '' });
  if (!client) return inMemory;
  return new RateLimiterPostgres({
    storeClient: client,
    storeType: 'client',
    tableName: 'rate_limits',
    // By a migration of ours, and cleared by a job.
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration,
    insuranceLimiter: inMemory,
    inMemoryBlockOnConsumed: points,
  });
}

async function consumeOne(limiter: RateLimiterAbstract, key: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key);
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return refused;
    throw refused;
  }
}
