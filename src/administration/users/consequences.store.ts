import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '#db/database.ts';

/** Most rows that are counted. */
const MOST = 1000;

export interface ConsequenceCounts {
  readonly credentials: number;
  readonly sessions: number;
  readonly groups: number;
  readonly forms: number;
  readonly managed: number;
  readonly series: number;
  readonly rules: number;
  readonly scheduledExports: number;
  readonly others: number;
  readonly syncing: number;
}

interface Times {
  readonly now: number;
  /** A session is open when it began after `begunSince` and was used after `idleSince`. */
  readonly begunSince: number;
  readonly idleSince: number;
  readonly recently: number;
}

/** Counts what depends on a user, in one statement of index lookups that read at most 1,000 rows each. */
export async function readConsequences(
  db: Reader,
  accountId: string,
  userId: string,
  times: Times,
): Promise<ConsequenceCounts | undefined> {
  const count = (from: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`(select count(*) from (select 1 ${from} limit ${MOST}) found)`;
  const { rows } = await sql<ConsequenceCounts>`
    select
      ${count(sql`from credentials c where c.account_id = ${accountId}
        and c.acts_as_user_id = ${userId} and c.revoked_at is null`)} as credentials,
      ${count(sql`from sessions s where s.account_id = ${accountId} and s.user_id = ${userId}
        and s.expires_at > ${times.now} and s.seen_at > ${times.idleSince}
        and s.created_at > ${times.begunSince}`)} as sessions,
      ${count(sql`from memberships m where m.account_id = ${accountId}
        and m.member_id = ${userId}`)} as groups,
      ${count(sql`from (
        select id from (
          select id from forms where account_id = ${accountId} and created_by = ${userId}
            and deleted_at is null limit ${MOST}
        ) made
        union
        select id from (
          select id from forms where account_id = ${accountId} and assignee_id = ${userId}
            and deleted_at is null limit ${MOST}
        ) assigned
      ) f`)} as forms,
      ${count(sql`from users r where r.account_id = ${accountId}
        and r.manager_id = ${userId}`)} as managed,
      ${count(sql`from (
        select id from (
          select id from series where account_id = ${accountId} and sent_by = ${userId} limit ${MOST}
        ) sent
        union
        select id from (
          select id from series where account_id = ${accountId} and assignee_id = ${userId} limit ${MOST}
        ) assigned
      ) s`)} as series,
      ${count(sql`from (
        select id from (
          select id from rules where account_id = ${accountId} and owner_id = ${userId} limit ${MOST}
        ) owned
        union
        select rule_id as id from (
          select rule_id from rule_targets where account_id = ${accountId} and target_id = ${userId}
            limit ${MOST}
        ) named
      ) r`)} as rules,
      ${count(sql`from scheduled_exports e where e.account_id = ${accountId}
        and e.owner_id = ${userId}`)} as "scheduledExports",
      ${count(sql`from users o where o.account_id = ${accountId} and o.role = 'admin'
        and o.active = 1 and o.id <> ${userId}`)} as others,
      ${count(sql`from credentials c where c.account_id = ${accountId}
        and c.acts_as_user_id = ${userId} and c.revoked_at is null and (
          select l.at from provisioning_log l
          where l.account_id = ${accountId} and l.credential_id = c.id
          order by l.id desc limit 1
        ) > ${times.recently}`)} as syncing
  `.execute(db);
  const [row] = rows;
  return row && mapNumbers(row);
}

// PostgreSQL counts in bigint, which its driver may return as text.
function mapNumbers(row: ConsequenceCounts): ConsequenceCounts {
  const { credentials, sessions, groups, forms, managed, series, rules, others, syncing } = row;
  const { scheduledExports } = row;
  return {
    credentials: Number(credentials),
    sessions: Number(sessions),
    groups: Number(groups),
    forms: Number(forms),
    managed: Number(managed),
    series: Number(series),
    rules: Number(rules),
    scheduledExports: Number(scheduledExports),
    others: Number(others),
    syncing: Number(syncing),
  };
}
