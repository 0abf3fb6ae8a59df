import type { Reader } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import type { NoticeKind, NoticeSubject } from '#kernel/notice.ts';
import type { Seal } from '#kernel/seal.ts';
import type { BellOwner } from '#notices/bell.store.ts';
import { channelsFor } from '#notices/choices/choices.ts';
import { unsubscribeUrl } from '#notices/choices/unsubscribe-key.ts';
import { keepNews, type News } from './bell-mails.store.ts';
import { GATHERED_MS } from './send-bell-mails.ts';

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

/** Keeps news for which somebody has had enough mails this hour, for one mail about all of them. */
export const gatherNews =
  ({ clock }: { readonly clock: Clock }) =>
  (db: Reader, person: BellOwner, news: readonly News[]): Promise<void> =>
    keepNews(db, person, news, clock.now() + GATHERED_MS);

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

/** Returns a function that asks the gate for letters of a kind that are about one thing and that nobody has caused. */
export const createWayToEnd =
  (mailsNow: MailsNow, clock: Clock) =>
  (kind: NoticeKind, type: NoticeSubject) =>
  (db: Reader, person: BellOwner, id: string): Promise<string | undefined> =>
    mailsNow(db, person, [
      { ...{ kind, about: { type, id }, by: undefined, outcome: undefined }, at: clock.now() },
    ]);
