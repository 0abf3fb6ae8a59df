// Templates of before know how many forms they have, and whether their draft is what is published.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '#db/open.ts';
import { systemRandom } from '#kernel/ids.ts';
import { testClock } from '../../../test/support/directory.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { templateDrafts } from './20261121-template-drafts.ts';

forEachEngine((engine) => {
  test('templates of before are counted and compared with what is published', async () => {
    const place = await engine.fresh();
    const db = await openDatabase({ ...place, clock: testClock(), random: systemRandom });
    await db.transaction(async (tx) => {
      // Back to how it was.
      await sql`drop index templates_by_name`.execute(tx);
      for (const column of ['revision', 'has_changes', 'form_count']) {
        await sql`alter table templates drop column ${sql.ref(column)}`.execute(tx);
      }
      await sql`insert into accounts (id, code, name, active, basic_allowed, created_at) values ('a', 'acme', 'Acme', 1, 1, 0)`.execute(
        tx,
      );
      for (const [id, version, draft] of [
        ['same', 'v1', '{"a":1}'],
        ['changed', 'v2', '{"a":2}'],
        ['never', null, '{}'],
      ] as const) {
        await sql`insert into templates (account_id, id, name, name_key, status, draft_definition, name_pattern, open_to_all, current_version_id, created_by, created_at, updated_at)
          values ('a', ${id}, 'T', 't', 'published', ${draft}, '{number}', 1, ${version}, 'u', 0, 0)`.execute(
          tx,
        );
        if (version === null) continue;
        await sql`insert into template_versions (account_id, id, template_id, number, definition, field_index, published_at, published_by)
          values ('a', ${version}, ${id}, 1, '{"a":1}', '[]', 0, 'u')`.execute(tx);
      }
      for (const [number, deletedAt] of [
        [1, null],
        [2, null],
        [3, 5],
      ] as const) {
        await sql`insert into forms (account_id, id, number, name, name_key, template_id, template_version_id, status, status_changed_at, assignee_type, assignee_id, created_by, created_at, updated_at, revision, deleted_at, answers)
          values ('a', ${`f${number}`}, ${number}, 'F', 'f', 'same', 'v1', 'draft', 0, 'User', 'u', 'u', 0, 0, 1, ${deletedAt}, '{}')`.execute(
          tx,
        );
      }
      await templateDrafts.up(tx);
    });
    const rows = await db.reader
      .selectFrom('templates')
      .select(['id', 'revision', 'has_changes', 'form_count'])
      .orderBy('id')
      .execute();
    assert.deepEqual(
      rows.map((row) => [row.id, row.revision, row.has_changes, row.form_count]),
      [
        ['changed', 1, 1, 0],
        ['never', 1, 1, 0],
        ['same', 1, 0, 2],
      ],
    );
    await db.close();
  });
});
