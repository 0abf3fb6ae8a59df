import { sql } from 'kysely';
import type { Migration } from '#db/migrate.ts';

/** What the builder and the list of templates ask of a draft: its revision, whether it differs from what is published, its forms. */
export const templateDrafts: Migration = {
  name: '20261121-template-drafts',
  async up(tx) {
    for (const [column, value] of [
      ['revision', 1],
      ['has_changes', 1],
      ['form_count', 0],
    ] as const) {
      await tx.schema
        .alterTable('templates')
        .addColumn(column, 'integer', (c) => c.notNull().defaultTo(value))
        .execute();
    }
    await sql`update templates set
      form_count = (
        select count(*) from forms f
        where f.account_id = templates.account_id and f.template_id = templates.id
          and f.deleted_at is null
      ),
      has_changes = case when exists (
        select 1 from template_versions v
        where v.account_id = templates.account_id and v.id = templates.current_version_id
          and v.definition = templates.draft_definition
      ) then 0 else 1 end`.execute(tx);
    await tx.schema
      .createIndex('templates_by_name')
      .on('templates')
      .columns(['account_id', 'name_key', 'id'])
      .execute();
  },
};
