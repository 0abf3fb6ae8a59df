import type { Selectable } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';
import type { Page } from '#jobs/act-on-listed.ts';
import type { MailSchedule } from './mail-schedule.ts';

export interface MailKey {
  readonly accountId: string;
  readonly dashboardId: string;
  readonly userId: string;
}

/** The mails with the link of a dashboard that somebody asked for. */
export interface DashboardMail extends MailKey {
  readonly schedule: MailSchedule;
  /** When the next one is due, in milliseconds. */
  readonly nextAt: number;
  /** The time zone that `nextAt` was computed with. */
  readonly timeZone: string;
}

const mailQuery = (db: Reader, { accountId, dashboardId, userId }: MailKey) =>
  db
    .selectFrom('dashboard_mails')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('dashboard_id', '=', dashboardId)
    .where('user_id', '=', userId);

export async function findMail(db: Reader, key: MailKey): Promise<DashboardMail | undefined> {
  const row = await mailQuery(db, key).executeTakeFirst();
  return row && toMail(row);
}

/** Like {@link findMail}, and locks it until the transaction ends. */
export async function lockMail(tx: Tx, key: MailKey): Promise<DashboardMail | undefined> {
  const query = mailQuery(tx, key);
  // On SQLite, BEGIN IMMEDIATE is the lock.
  const row = await (engineOf(tx) === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
  return row && toMail(row);
}

export async function countMailsOf(db: Reader, accountId: string, userId: string): Promise<number> {
  const row = await db
    .selectFrom('dashboard_mails')
    .select((eb) => eb.fn.countAll<number | string>().as('total'))
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Number(row?.total ?? 0);
}

/** Writes the mails of somebody, in place of those that there are. */
export async function saveMail(tx: Tx, { schedule, ...mail }: DashboardMail): Promise<void> {
  const columns = {
    every: schedule.every,
    on_day: schedule.on ?? null,
    hour: schedule.hour,
    next_at: mail.nextAt,
    time_zone: mail.timeZone,
  };
  const key = {
    account_id: mail.accountId,
    dashboard_id: mail.dashboardId,
    user_id: mail.userId,
  };
  await tx
    .insertInto('dashboard_mails')
    .values({ ...key, ...columns })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'dashboard_id', 'user_id']).doUpdateSet(columns),
    )
    .execute();
}

/** @returns whether there was one */
export async function deleteMail(
  tx: Tx,
  { accountId, dashboardId, userId }: MailKey,
): Promise<boolean> {
  const row = await tx
    .deleteFrom('dashboard_mails')
    .where('account_id', '=', accountId)
    .where('dashboard_id', '=', dashboardId)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteMailsOfDashboard(
  tx: Tx,
  accountId: string,
  dashboardId: string,
): Promise<void> {
  await tx
    .deleteFrom('dashboard_mails')
    .where('account_id', '=', accountId)
    .where('dashboard_id', '=', dashboardId)
    .execute();
}

export async function deleteMailsOfUser(tx: Tx, accountId: string, userId: string): Promise<void> {
  await tx
    .deleteFrom('dashboard_mails')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .execute();
}

/** Lists due mails of all accounts, longest due first. */
export async function listDueMails(
  db: Reader,
  now: number,
  { skipped, limit }: Page,
): Promise<readonly MailKey[]> {
  const rows = await db
    .selectFrom('dashboard_mails')
    .select(['account_id', 'dashboard_id', 'user_id'])
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .orderBy('account_id')
    .orderBy('dashboard_id')
    .orderBy('user_id')
    .limit(limit)
    .offset(skipped)
    .execute();
  return rows.map(toKey);
}

/** Lists mails that are not due yet, and whose account has changed its time zone since they were planned. */
export async function listMovedMails(
  db: Reader,
  now: number,
  { skipped, limit }: Page,
): Promise<readonly MailKey[]> {
  const rows = await db
    .selectFrom('dashboard_mails as m')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .select(['m.account_id', 'm.dashboard_id', 'm.user_id'])
    .where('m.next_at', '>', now)
    .whereRef('m.time_zone', '<>', 'a.time_zone')
    .orderBy('m.account_id')
    .orderBy('m.dashboard_id')
    .orderBy('m.user_id')
    .limit(limit)
    .offset(skipped)
    .execute();
  return rows.map(toKey);
}

type Row = Selectable<Tables['dashboard_mails']>;

const toKey = (row: Pick<Row, 'account_id' | 'dashboard_id' | 'user_id'>): MailKey => ({
  accountId: row.account_id,
  dashboardId: row.dashboard_id,
  userId: row.user_id,
});

const toMail = (row: Row): DashboardMail => ({
  ...toKey(row),
  schedule: { every: row.every, on: row.on_day ?? undefined, hour: row.hour },
  nextAt: Number(row.next_at),
  timeZone: row.time_zone,
});
