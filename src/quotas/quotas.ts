import type { QuotaSettings } from '#config/quotas.ts';
import { addToCounter } from '#db/counters.ts';
import type { Reader, Tx } from '#db/database.ts';
import { lockText, lockTextShared } from '#db/dialect.ts';
import type { Actor, AppendAudit } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import type { AppError } from '#kernel/errors.ts';
import { full, uploadsFull } from './full.ts';
import {
  addUpload,
  forgetUploads,
  type QuotaName,
  readKept,
  readUploads,
  saveLimits,
} from './quotas.store.ts';

/** How much an account stores, and its limit; undefined: no limit. */
export interface Usage {
  readonly used: number;
  readonly limit: number | undefined;
}

export interface QuotasDeps {
  readonly settings: QuotaSettings;
  readonly clock: Clock;
  readonly audit: { readonly append: AppendAudit<Tx> };
}

interface Taking {
  /** Id of the stored thing. It spreads the total over several rows. */
  readonly id: string;
  /** Whether it may use the reserve, because it was begun offline, before it could be refused. */
  readonly reserve?: boolean;
}

/** How much more an account may store. */
export interface Room {
  /** Infinity without a limit. */
  readonly amount: number;
  /** Returns the error to throw for a larger amount. */
  full(): AppError;
}

interface Person {
  readonly accountId: string;
  readonly userId: string;
  /** Whether it is a public link, which all its visitors share. */
  readonly isLink?: boolean;
}

type Limits = Readonly<Partial<Record<QuotaName, number | null>>>;

export interface Quotas {
  usage(db: Reader, accountId: string): Promise<Readonly<Record<QuotaName, Usage>>>;
  /**
   * Checks for room early, before other work is done; only the later `take` is binding.
   * @throws AppError `files-full`, `forms-full`.
   */
  requireRoom(db: Reader, accountId: string, name: QuotaName, amount: number): Promise<Room>;
  /** Like `requireRoom` for one more, but only where this node knows that the limit is near; else reads nothing. */
  requireRoomNear(db: Reader, accountId: string, name: QuotaName): Promise<void>;
  /**
   * Adds to the account's total, in the transaction that stores the thing. Call it after everything else that locks:
   * near the limit, the transactions of an account wait here for each other.
   * @throws AppError `files-full`, `forms-full`.
   */
  take(tx: Tx, accountId: string, name: QuotaName, amount: number, of: Taking): Promise<void>;
  giveBack(
    tx: Tx,
    accountId: string,
    name: QuotaName,
    amount: number,
    of: Pick<Taking, 'id'>,
  ): Promise<void>;
  /** Like `requireRoom`, for a person's uploads of one day. @throws AppError `uploads-full`. */
  requireUploads(db: Reader, by: Person, bytes: number): Promise<void>;
  /** Counts an upload of today. @throws AppError `uploads-full`. */
  takeUpload(tx: Tx, by: Person, bytes: number): Promise<void>;
  /** Deletes the uploads of days that are over. */
  forgetUploads(db: Reader): Promise<void>;
  /** Sets limits of one account. null: the settings decide; 0: no limit. */
  setLimits(tx: Tx, by: Actor, limits: Limits): Promise<void>;
}

/** Upper bound of the open transactions of an account: each node opens at most ten. */
const MOST_AT_ONCE = 1000;
const DAY_MS = 86_400_000;
/** Reserve for forms that were begun offline: percent of the limit, but at least {@link LEAST_RESERVE}. */
const RESERVE_PERCENT = 10;
const LEAST_RESERVE = 100;

const reserveOf = (limit: number): number =>
  Math.max(LEAST_RESERVE, Math.floor((limit * RESERVE_PERCENT) / 100));

const fullOf = (name: QuotaName, { used, limit = used }: Usage): AppError =>
  full(name, { used, limit });

const keyOf = (accountId: string, name: QuotaName): string => `quota ${name} ${accountId}`;

const roomOf = ({ used, limit }: Usage): number =>
  limit === undefined ? Number.POSITIVE_INFINITY : limit - used;

export function createQuotas({ settings, clock, audit }: QuotasDeps): Quotas {
  /** Totals near their limit, as far as this node knows. This decides how totals are locked, never their values. */
  const near = new Set<string>();

  const read = async (db: Reader, accountId: string, name: QuotaName): Promise<Usage> => {
    const { used, ownLimit } = await readKept(db, accountId, name);
    return { used, limit: ownLimit === undefined ? settings[name] : ownLimit || undefined };
  };

  /**
   * Reads a total under a lock, so that it can't exceed the limit before the transaction ends. While more than
   * {@link MOST_AT_ONCE} forms would fit, transactions count in parallel; near the limit, and for files always, they
   * wait for each other.
   */
  const readLocked = async (tx: Tx, accountId: string, name: QuotaName): Promise<Usage> => {
    const key = keyOf(accountId, name);
    const isExact = name === 'fileBytes' || near.has(key);
    await (isExact ? lockText : lockTextShared)(tx, key);
    const usage = await read(tx, accountId, name);
    if (roomOf(usage) > MOST_AT_ONCE) {
      near.delete(key);
      return usage;
    }
    near.add(key);
    if (isExact) return usage;
    // Two transactions that upgrade at once deadlock. One is retried, and then knows that the limit is near.
    await lockText(tx, key);
    return read(tx, accountId, name);
  };

  const today = (): number => Math.floor(clock.now() / DAY_MS);
  const requireWithin = ({ isLink = false }: Person, used: number, bytes: number): void => {
    const limit = settings.uploadBytesPerDay;
    if (limit === undefined || used + bytes <= limit) return;
    throw uploadsFull({ used, limit, isLink }, (today() + 1) * DAY_MS - clock.now());
  };

  const requireRoom: Quotas['requireRoom'] = async (db, accountId, name, amount) => {
    const usage = await read(db, accountId, name);
    const room = { amount: roomOf(usage), full: () => fullOf(name, usage) };
    if (amount > room.amount) throw room.full();
    return room;
  };

  return {
    requireRoom,
    async requireRoomNear(db, accountId, name) {
      if (near.has(keyOf(accountId, name))) await requireRoom(db, accountId, name, 1);
    },
    async usage(db, accountId) {
      return {
        fileBytes: await read(db, accountId, 'fileBytes'),
        forms: await read(db, accountId, 'forms'),
      };
    },
    async take(tx, accountId, name, amount, { id, reserve = false }) {
      const usage = await readLocked(tx, accountId, name);
      const beyond = reserve ? reserveOf(usage.limit ?? 0) : 0;
      if (amount > roomOf(usage) + beyond) throw fullOf(name, usage);
      await addToCounter(tx, accountId, name, id, amount);
    },
    giveBack: (tx, accountId, name, amount, { id }) =>
      addToCounter(tx, accountId, name, id, -amount),
    async requireUploads(db, by, bytes) {
      requireWithin(by, await readUploads(db, by, today()), bytes);
    },
    async takeUpload(tx, by, bytes) {
      requireWithin(by, (await addUpload(tx, by, today(), bytes)) - bytes, bytes);
    },
    forgetUploads: (db) => forgetUploads(db, today()),
    async setLimits(tx, by, limits) {
      await saveLimits(tx, by.accountId, limits);
      await audit.append(tx, by, {
        action: 'account.set-quotas',
        targetType: 'Account',
        targetId: by.accountId,
        detail: { ...limits },
      });
    },
  };
}
