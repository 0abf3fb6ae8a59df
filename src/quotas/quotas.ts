import type { QuotaSettings } from '#config/quotas.ts';
import { addToCounter } from '#db/counters.ts';
import type { Reader, Tx } from '#db/database.ts';
import type { Actor, AppendAudit } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import type { AppError } from '#kernel/errors.ts';
import { type AnswerQuota, createAnswerQuota } from './answers.ts';
import { isCounting } from './count-answers.store.ts';
import { addToDay, forgetDays, readDay } from './days.store.ts';
import { createDays } from './days.ts';
import { accountFull, uploadsFull } from './full.ts';
import { createQuotaLimits, reserveOf, roomOf, type Usage } from './limits.ts';
import { type QuotaName, saveLimits } from './quotas.store.ts';

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
  /** Names the site of a visitor of the link, without its address. */
  readonly site?: string | undefined;
}

type OwnLimits = Readonly<Partial<Record<QuotaName, number | null>>>;

export interface Quotas extends AnswerQuota {
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
  /** Whether the answers that were there before they were counted are still being counted. Nothing is refused then. */
  isCounting(db: Reader): Promise<boolean>;
  /** Deletes what is counted of days that are over. */
  forgetDays(db: Reader): Promise<void>;
  /** Sets limits of one account. null: the settings decide; 0: no limit. */
  setLimits(tx: Tx, by: Actor, limits: OwnLimits): Promise<void>;
}

/** The part of a link's files of a day that is kept for sites that have sent little, so that four sites don't close it. */
const UPLOADS_RESERVED = 1 / 4;
/** A site may use the reserve for this part of the day's bytes. */
const FIRST_UPLOADS = 16;

const fullOf = (name: QuotaName, { used, limit = used }: Usage): AppError =>
  accountFull(name, { used, limit });

export function createQuotas({ settings, clock, audit }: QuotasDeps): Quotas {
  const limits = createQuotaLimits(settings);
  const { read, readLocked, isNear } = limits;
  const days = createDays(clock);

  /** @param countDay returns the bytes of the day without these, of a person, a link or one of its sites */
  const requireWithin = async (
    by: Person,
    bytes: number,
    countDay: (userId: string) => Promise<number>,
  ): Promise<void> => {
    const limit = settings.uploadBytesPerDay;
    const used = await countDay(by.userId);
    const ofSite = by.site === undefined ? 0 : await countDay(`${by.userId} ${by.site}`);
    if (limit === undefined) return;
    const isFirst = by.site === undefined || ofSite + bytes <= limit / FIRST_UPLOADS;
    const room = isFirst ? limit : limit - Math.floor(limit * UPLOADS_RESERVED);
    if (used + bytes <= room) return;
    throw uploadsFull({ used, limit: room, isLink: by.isLink === true }, days.leftMs());
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
      if (isNear(accountId, name)) await requireRoom(db, accountId, name, 1);
    },
    async usage(db, accountId) {
      return {
        fileBytes: await read(db, accountId, 'fileBytes'),
        forms: await read(db, accountId, 'forms'),
        answerBytes: await read(db, accountId, 'answerBytes'),
      };
    },
    async take(tx, accountId, name, amount, { id, reserve = false }) {
      const usage = await readLocked(tx, accountId, name, amount);
      const beyond = reserve ? reserveOf(name, usage.limit ?? 0) : 0;
      if (amount > roomOf(usage) + beyond) throw fullOf(name, usage);
      await addToCounter(tx, accountId, name, id, amount);
    },
    giveBack: (tx, accountId, name, amount, { id }) =>
      addToCounter(tx, accountId, name, id, -amount),
    async requireUploads(db, by, bytes) {
      const { accountId } = by;
      await requireWithin(by, bytes, (userId) =>
        readDay(db, 'upload_days', { accountId, userId }, days.today()),
      );
    },
    async takeUpload(tx, by, bytes) {
      const { accountId } = by;
      const add = (userId: string) =>
        addToDay(tx, 'upload_days', { accountId, userId }, days.today(), bytes);
      await requireWithin(by, bytes, async (userId) => (await add(userId)) - bytes);
    },
    ...createAnswerQuota({ settings, limits, days }),
    isCounting: (db) => isCounting(db),
    async forgetDays(db) {
      for (const table of ['upload_days', 'answer_days'] as const) {
        await forgetDays(db, table, days.today());
      }
    },
    async setLimits(tx, by, own) {
      await saveLimits(tx, by.accountId, own);
      await audit.append(tx, by, {
        action: 'account.set-quotas',
        targetType: 'Account',
        targetId: by.accountId,
        detail: { ...own },
      });
    },
  };
}
