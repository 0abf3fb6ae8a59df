import type { Tx } from '#db/database.ts';
import type { NoticeKind } from '#kernel/notice.ts';
import type { MailQueue } from '#mail-queue/index.ts';
import type { CauseRow } from '#notices/causes.store.ts';
import { channelsFor } from '#notices/choices/choices.ts';
import { keepNews, type News } from './bell-mails.store.ts';
import { newsMail } from './news-mail.ts';

/** Their mails have words of their own and are written where it happens, which asks `mailsNow` (mail-gate.ts). */
const WRITTEN_ELSEWHERE: ReadonlySet<NoticeKind> = new Set([
  'reminder',
  'came-in',
  'rule',
  'webhook-failing',
  'dashboard',
  'retention',
  'alert',
]);

/**
 * Queues a mail of what happened for each of the people who want it at once, and keeps it for those who want it later,
 * in the transaction that gives them their notices. The mail holds ids: its text is written when it is sent.
 */
export async function queueMails(
  { mailQueue }: { readonly mailQueue: MailQueue },
  tx: Tx,
  people: readonly string[],
  causes: readonly CauseRow[],
  now: number,
): Promise<void> {
  const last = causes.at(-1);
  if (!mailQueue.isOn || last === undefined || WRITTEN_ELSEWHERE.has(last.kind)) return;
  const { account_id: accountId, kind } = last;
  const channels = await channelsFor(tx, { accountId, userIds: people }, kind, now);
  const news = onceEach(causes.map(newsOf));
  for (const userId of people) {
    const dueAt = channels.get(userId)?.mail;
    if (dueAt === undefined) continue;
    if (dueAt > now) {
      await keepNews(tx, { accountId, userId }, news, dueAt);
    } else {
      const mail = newsMail(userId, news, { now, isCollected: false });
      await mailQueue.append(tx, accountId, [mail]);
    }
  }
}

const newsOf = (row: CauseRow): News => ({
  kind: row.kind,
  about: { type: row.subject_type, id: row.subject_id },
  by: row.by_user ?? undefined,
  outcome: row.outcome ?? undefined,
  at: Number(row.at),
});

/** A thing may have several causes of a kind; the last one counts. */
const onceEach = (news: readonly News[]): readonly News[] => [
  ...new Map(news.map((each) => [each.about.id, each])).values(),
];
