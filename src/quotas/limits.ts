// Limits of totals: reading them, and reading them so that no transaction beside this one exceeds them.
import type { QuotaSettings } from '#config/quotas.ts';
import type { Reader, Tx } from '#db/database.ts';
import { lockText, lockTextShared } from '#db/text-locks.ts';
import { type QuotaName, readKept } from './quotas.store.ts';

/** How much an account stores, and its limit; undefined: no limit. */
export interface Usage {
  readonly used: number;
  readonly limit: number | undefined;
}

export interface QuotaLimits {
  read(db: Reader, accountId: string, name: QuotaName): Promise<Usage>;
  /**
   * Reads a total under a lock, so that it can't exceed the limit before the transaction ends. Transactions that add
   * little count in parallel while many would fit; others, and all of them near the limit, wait for each other.
   */
  readLocked(tx: Tx, accountId: string, name: QuotaName, amount: number): Promise<Usage>;
  /** Returns whether a total is near its limit, as far as this node knows. */
  isNear(accountId: string, name: QuotaName): boolean;
}

/** Upper bound of the open transactions of an account: each node opens at most ten. */
const MOST_AT_ONCE = 1000;
/** The largest amount that is counted in parallel. */
const SIDE_BY_SIDE = { fileBytes: 0, forms: 1, answerBytes: 32_768 } as const;

/** A tenth of a limit is reserved for what was begun offline, but at least this much. */
const LEAST_RESERVE = { fileBytes: 0, forms: 100, answerBytes: 10_485_760 } as const;
const RESERVE_PERCENT = 10;

/** Returns how far beyond a limit it goes for what was begun offline. */
export const reserveOf = (name: QuotaName, limit: number): number =>
  Math.max(LEAST_RESERVE[name], Math.floor((limit * RESERVE_PERCENT) / 100));

export const roomOf = ({ used, limit }: Usage): number =>
  limit === undefined ? Number.POSITIVE_INFINITY : limit - used;

const keyOf = (accountId: string, name: QuotaName): string => `quota ${name} ${accountId}`;

export function createQuotaLimits(settings: QuotaSettings): QuotaLimits {
  /** Totals near their limit, as far as this node knows. This decides how totals are locked, never their values. */
  const near = new Set<string>();

  const read: QuotaLimits['read'] = async (db, accountId, name) => {
    const { used, ownLimit } = await readKept(db, accountId, name);
    return { used, limit: ownLimit === undefined ? settings[name] : ownLimit || undefined };
  };

  return {
    read,
    isNear: (accountId, name) => near.has(keyOf(accountId, name)),
    async readLocked(tx, accountId, name, amount) {
      const key = keyOf(accountId, name);
      const isExact = amount > SIDE_BY_SIDE[name] || near.has(key);
      await (isExact ? lockText : lockTextShared)(tx, key);
      const usage = await read(tx, accountId, name);
      if (roomOf(usage) > MOST_AT_ONCE * SIDE_BY_SIDE[name]) {
        near.delete(key);
        return usage;
      }
      near.add(key);
      if (isExact) return usage;
      // Two transactions that upgrade at once deadlock. One is retried, and then knows that the limit is near.
      await lockText(tx, key);
      return read(tx, accountId, name);
    },
  };
}
