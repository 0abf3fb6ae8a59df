import { sql } from 'kysely';
import { engineOf } from '#db/dialect.ts';
import type { Migration } from '#db/migrate.ts';

/** How much an account may keep, what its files take by now, and what each person uploaded on a day. */
export const quotas: Migration = {
  name: '20261124-quotas',
  async up(tx) {
    const isPostgres = engineOf(tx) === 'postgres';
    const key = isPostgres ? sql<string>`text collate "C"` : sql<string>`text`;
    for (const column of ['quota_file_bytes', 'quota_forms']) {
      await tx.schema.alterTable('accounts').addColumn(column, 'bigint').execute();
    }
    await tx.schema
      .createTable('upload_days')
      .addColumn('account_id', key, (c) => c.notNull())
      .addColumn('user_id', key, (c) => c.notNull())
      .addColumn('day', 'integer', (c) => c.notNull())
      .addColumn('bytes', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('upload_days_pkey', ['account_id', 'user_id'])
      .execute();
    const exported = isPostgres
      ? sql`select e.account_id, (f.value ->> 'size')::bigint as size
          from export_jobs e, jsonb_array_elements(e.files::jsonb) f`
      : sql`select e.account_id, json_extract(f.value, '$.size') as size
          from export_jobs e, json_each(e.files) f`;
    await sql`
      insert into counters (account_id, name, shard, value)
      select account_id, 'fileBytes', 0, sum(size) from (
        select account_id, size + coalesce(picture_size, 0) as size from attachments
        union all ${exported}
      ) kept group by account_id`.execute(tx);
  },
};
