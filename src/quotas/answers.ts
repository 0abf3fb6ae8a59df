import type { QuotaSettings } from '#config/quotas.ts';
import type { Reader, Tx } from '#db/database.ts';
import { checkAnswerBytes, type Growth } from './answer-bytes.ts';
import { isCounting } from './count-answers.store.ts';
import { addToDay, readDay, type Writer } from './days.store.ts';
import type { Days } from './days.ts';
import { accountFull, answersOfDayFull } from './full.ts';
import { type QuotaLimits, reserveOf, roomOf } from './limits.ts';

/** Who adds answers or entries of a history. */
export interface AnswerWriter extends Writer {
  /** `link`: `userId` is the id of a public link. */
  readonly kind: 'person' | 'link';
  /** Names the site of a visitor of the link, without its address. */
  readonly site?: string | undefined;
  /** Whether the reserve may be used, because it was typed before it could be refused. */
  readonly reserve?: boolean | undefined;
}

export interface AnswerQuota {
  /**
   * Holds what a transaction adds to answers and history against the limits, when it ends. It throws AppError
   * `answers-full` or `answers-of-day-full` then, which rolls the transaction back. Without this call it is only
   * counted. Called again, the last writer counts, and the reserve stays allowed.
   */
  limitAnswers(tx: Tx, by: AnswerWriter): void;
  /**
   * Checks early, before other work is done, that a link may receive anything more today.
   * @throws AppError `answers-of-day-full`, `answers-full`
   */
  requireAnswers(db: Reader, by: AnswerWriter): Promise<void>;
}

interface Deps {
  readonly settings: QuotaSettings;
  readonly limits: QuotaLimits;
  readonly days: Days;
}

/** One site may use this part of what a link may receive in a day, so that a stranger does not close it. */
const SITE_PART = 8;
/** This part more is reserved for sites from which nothing came that day. */
const FIRST_PART = 10;

export function createAnswerQuota({ settings, limits, days }: Deps): AnswerQuota {
  const reserving = new WeakSet<Tx>();

  async function requireRoom(tx: Tx, { accountId }: Writer, growth: Growth, reserve: boolean) {
    const bytes = growth.answers + growth.history;
    const usage = await limits.readLocked(tx, accountId, 'answerBytes', bytes);
    const { used, limit } = usage;
    if (limit === undefined) return;
    // What only adds to a history, such as a completion, loses nobody's answers their place.
    const beyond = reserve || growth.answers <= 0 ? reserveOf('answerBytes', limit) : 0;
    if (bytes <= roomOf(usage) + beyond || (await isCounting(tx))) return;
    throw accountFull('answerBytes', { used, limit });
  }

  async function requireDay(tx: Tx, by: AnswerWriter, bytes: number): Promise<void> {
    const add = (userId: string) =>
      addToDay(tx, 'answer_days', { accountId: by.accountId, userId }, days.today(), bytes);
    const used = (await add(by.userId)) - bytes;
    const ofSite = by.site === undefined ? undefined : (await add(siteOf(by))) - bytes;
    requireWithin(by, { used, ofSite, bytes });
  }

  function requireWithin(
    { kind }: AnswerWriter,
    { used, ofSite, bytes }: { used: number; ofSite: number | undefined; bytes: number },
  ): void {
    const limit = kind === 'link' ? settings.answerBytesPerLinkPerDay : settings.answerBytesPerDay;
    if (limit === undefined) return;
    const share = Math.floor(limit / SITE_PART);
    if (ofSite !== undefined && ofSite > 0 && ofSite + bytes > share) {
      throw answersOfDayFull('site', { used: ofSite, limit: share }, days.leftMs());
    }
    const first = ofSite === 0 ? Math.floor(limit / FIRST_PART) : 0;
    if (used + bytes <= limit + first) return;
    throw answersOfDayFull(kind, { used, limit }, days.leftMs());
  }

  return {
    limitAnswers(tx, by) {
      if (by.reserve) reserving.add(tx);
      checkAnswerBytes(tx, by.accountId, async (_, growth) => {
        const bytes = growth.answers + growth.history;
        if (bytes <= 0) return;
        await requireRoom(tx, by, growth, reserving.has(tx));
        await requireDay(tx, by, bytes);
      });
    },
    async requireAnswers(db, by) {
      const read = (userId: string) =>
        readDay(db, 'answer_days', { accountId: by.accountId, userId }, days.today());
      const ofSite = by.site === undefined ? undefined : await read(siteOf(by));
      requireWithin(by, { used: await read(by.userId), ofSite, bytes: 1 });
      if (!limits.isNear(by.accountId, 'answerBytes')) return;
      const { used, limit } = await limits.read(db, by.accountId, 'answerBytes');
      if (limit === undefined || used < limit || (await isCounting(db))) return;
      throw accountFull('answerBytes', { used, limit });
    },
  };
}

const siteOf = ({ userId, site }: AnswerWriter): string => `${userId} ${site}`;
