// Rows belong to an organisation, and keys and indexes begin with it, so that one of a million costs what one of ten does.
// What does not is listed here with its reason, and the tables that belong to nobody in docs/postgresql.md too.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sql } from 'kysely';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { forBothEngines } from '../../test/support/engines.ts';
import { openDatabase } from './open.ts';

/** Tables whose unique keys do not hold the organisation, and the columns of such keys. */
const GLOBAL: Readonly<Record<string, readonly string[]>> = {
  accounts: ['code', 'id'],
  acme_items: ['name'],
  deployment: ['name'],
  keys: ['kid'],
  leases: ['name'],
  mail_trouble: ['name'],
  migrations: ['name'],
  passkey_challenges: ['hash'],
  push_keys: ['name'],
  push_subscriptions: ['endpoint_hash'],
  rate_limits: ['key'],
  sign_in_failures: ['who,address'],
};

const JOB = 'a job of the service reads what is due of all organisations';
const UNKNOWN = 'looked up before the organisation is known';
const SERIES = 'a series is of one template, whose organisation it holds';

/** Other indexes that do not begin with the organisation. */
const NOT_BY_ACCOUNT: Readonly<Record<string, string>> = {
  answer_values_by_series_number: SERIES,
  answer_values_by_series_text: SERIES,
  assignments_to_tell_due: JOB,
  assignments_to_tell_overdue: JOB,
  attachments_by_check: JOB,
  bell_mails_due: JOB,
  bell_notices_changed: JOB,
  bell_notices_old: JOB,
  brands_by_logo_hash: UNKNOWN,
  bulk_acts_by_expires_at: JOB,
  dashboard_mails_due: JOB,
  export_jobs_by_end: JOB,
  export_jobs_to_do: JOB,
  forms_purgeable: JOB,
  forms_to_tell_due: JOB,
  forms_to_tell_overdue: JOB,
  idempotent_answers_by_age: JOB,
  loose_files_by_since: JOB,
  public_link_sessions_by_expires_at: JOB,
  rate_limits_expire: JOB,
  revoked_tokens_by_expires_at: JOB,
  rules_due: JOB,
  saml_outcomes_by_expires_at: JOB,
  scheduled_exports_by_tz_version: JOB,
  scheduled_exports_due: JOB,
  series_by_tz_version: JOB,
  series_due: JOB,
  sessions_by_expires_at: JOB,
  sign_in_failures_counted_at: JOB,
  sso_connections_to_refresh: JOB,
  template_brands_by_logo_hash: UNKNOWN,
  used_assertions_by_expires_at: JOB,
  used_saml_assertions_by_expires_at: JOB,
  user_emails_anywhere: UNKNOWN,
  users_by_collapsed_name_anywhere: UNKNOWN,
  users_by_name_anywhere: UNKNOWN,
  waiting_members_by_since: JOB,
  waiting_news_by_at: JOB,
};

interface Index {
  readonly table: string;
  readonly name: string;
  readonly isUnique: boolean;
  readonly columns: string;
}

const INDEXES = sql<Index>`
  select t.relname as "table", i.relname as name, x.indisunique as "isUnique",
    (select string_agg(a.attname, ',' order by k.n) from unnest(x.indkey) with ordinality k(att, n)
      join pg_attribute a on a.attrelid = t.oid and a.attnum = k.att) as columns
  from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
  where t.relnamespace = 'public'::regnamespace order by 1, 4`;

forBothEngines((engine) => {
  // Both engines have the same keys and indexes; PostgreSQL tells more of them.
  if (engine.name === 'sqlite') return;
  test('keys and indexes begin with the organisation, except those that are listed with a reason', async () => {
    const storage = await engine.fresh('any');
    const db = await openDatabase({ ...storage, clock: systemClock, random: systemRandom });
    const { rows } = await INDEXES.execute(db.reader);
    const without = rows.filter(
      ({ isUnique, columns }) => isUnique && !columns.split(',').includes('account_id'),
    );
    const found = Object.groupBy(without, ({ table }) => table);
    assert.deepEqual(
      Object.entries(found).map(([table, keys = []]) => [
        table,
        keys.map(({ columns }) => columns),
      ]),
      Object.entries(GLOBAL),
    );
    const others = rows.filter(
      ({ isUnique, columns }) => !isUnique && !columns.startsWith('account_id'),
    );
    assert.deepEqual(others.map(({ name }) => name).sort(), Object.keys(NOT_BY_ACCOUNT).sort());
    await db.close();
  });

  test('the tables that belong to no organisation are in the manual', () => {
    const manual = readFileSync('docs/postgresql.md', 'utf8');
    const [, section = ''] = manual.split('### What a distributed PostgreSQL needs');
    for (const table of Object.keys(GLOBAL)) assert.match(section, new RegExp(`\`${table}\``));
  });
});
