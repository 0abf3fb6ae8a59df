import type { Reader } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Seal } from '#kernel/seal.ts';
import type { BellOwner } from '#notices/bell.store.ts';
import { channelsFor } from '#notices/choices/choices.ts';
import { unsubscribeUrl } from '#notices/choices/unsubscribe-key.ts';
import { keepNews, type News } from './bell-mails.store.ts';

/**
 * Asks, for a mail of a kind that is written outside of notices, whether it goes to somebody now. If not, it is kept for
 * their digest or the end of their quiet hours, or dropped, as they chose.
 * @returns the address by which they end mails of this kind; undefined if it does not go out now
 */
export type MailsNow = (
  db: Reader,
  person: BellOwner,
  news: readonly News[],
) => Promise<string | undefined>;

export const createMailGate =
  (deps: {
    readonly clock: Clock;
    readonly seal: Seal;
    readonly publicUrl: () => string;
  }): MailsNow =>
  async (db, { accountId, userId }, news) => {
    const [first] = news;
    if (first === undefined) return undefined;
    const { kind } = first;
    const now = deps.clock.now();
    const channels = await channelsFor(db, { accountId, userIds: [userId] }, kind, now);
    const dueAt = channels.get(userId)?.mail;
    if (dueAt === undefined) return undefined;
    if (dueAt <= now) return unsubscribeUrl(deps, { accountId, userId, kinds: [kind] });
    await keepNews(db, { accountId, userId }, news, dueAt);
    return undefined;
  };
