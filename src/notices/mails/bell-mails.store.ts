import type { Selectable } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import type { Tables } from '#db/tables.ts';
import type { Page } from '#jobs/act-on-listed.ts';
import type { NoticeKind, NoticeSubject } from '#kernel/notice.ts';
import type { BellOwner } from '#notices/bell.store.ts';

/** One thing that somebody is to be mailed about. It holds ids only. */
export interface News {
  readonly kind: NoticeKind;
  readonly about: { readonly type: NoticeSubject; readonly id: string };
  readonly by: string | undefined;
  readonly outcome: string | undefined;
  /** In milliseconds. */
  readonly at: number;
}

/** Keeps news for a mail at a time. What waits already keeps its time. */
export async function keepNews(
  db: Reader,
  { accountId, userId }: BellOwner,
  news: readonly News[],
  dueAt: number,
): Promise<void> {
  if (news.length === 0) return;
  const rows = news.map(({ kind, about, by, outcome, at }) => ({
    ...{ account_id: accountId, user_id: userId, kind, at, due_at: dueAt },
    ...{ subject_type: about.type, subject_id: about.id },
    ...{ by_user: by ?? null, outcome: outcome ?? null },
  }));
  await db
    .insertInto('bell_mails')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'user_id', 'kind', 'subject_id']).doUpdateSet((eb) => ({
        by_user: eb.ref('excluded.by_user'),
        outcome: eb.ref('excluded.outcome'),
        at: eb.ref('excluded.at'),
      })),
    )
    .execute();
}

/** Lists people with news that are due, longest wait first. */
export async function selectDuePeople(
  db: Reader,
  now: number,
  { skipped, limit }: Page,
): Promise<readonly BellOwner[]> {
  const rows = await db
    .selectFrom('bell_mails')
    .select(['account_id', 'user_id'])
    .select((eb) => eb.fn.min('due_at').as('first'))
    .where('due_at', '<=', now)
    .groupBy(['account_id', 'user_id'])
    .orderBy('first')
    .orderBy('account_id')
    .orderBy('user_id')
    .limit(limit)
    .offset(skipped)
    .execute();
  return rows.map((row) => ({ accountId: row.account_id, userId: row.user_id }));
}

/** A mail is about this many things at most, the newest. */
const MOST_NEWS = 500;

/** Takes the news of somebody that are due, oldest first. Of more than {@link MOST_NEWS}, the older ones are dropped. */
export async function takeNews(
  tx: Tx,
  { accountId, userId }: BellOwner,
  now: number,
): Promise<readonly News[]> {
  const rows = await tx
    .deleteFrom('bell_mails')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('due_at', '<=', now)
    .returningAll()
    .execute();
  return rows
    .toSorted((a, b) => Number(a.at) - Number(b.at) || (a.subject_id < b.subject_id ? -1 : 1))
    .slice(-MOST_NEWS)
    .map(toNews);
}

const toNews = (row: Selectable<Tables['bell_mails']>): News => ({
  kind: row.kind,
  about: { type: row.subject_type, id: row.subject_id },
  by: row.by_user ?? undefined,
  outcome: row.outcome ?? undefined,
  at: Number(row.at),
});

/** How many rows of a node of 0.2.0 one run takes over. */
const ADOPTED_AT_ONCE = 1000;

/** Takes over what nodes of 0.2.0 keep for their digests: forms that were assigned. Each is mailed after its time. */
export async function adoptWaitingNews(tx: Tx, keptMs: number): Promise<void> {
  const rows = await tx
    .selectFrom('waiting_news')
    .select(['account_id', 'user_id', 'form_id', 'at'])
    .orderBy('at')
    .limit(ADOPTED_AT_ONCE)
    .execute();
  for (const row of rows) {
    // Another node may have taken it.
    const { numDeletedRows } = await tx
      .deleteFrom('waiting_news')
      .where('account_id', '=', row.account_id)
      .where('user_id', '=', row.user_id)
      .where('form_id', '=', row.form_id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) continue;
    const at = Number(row.at);
    const about = { type: 'form', id: row.form_id } as const;
    const owner = { accountId: row.account_id, userId: row.user_id };
    const news: News = { kind: 'assigned', about, by: undefined, outcome: undefined, at };
    await keepNews(tx, owner, [news], at + keptMs);
  }
}
