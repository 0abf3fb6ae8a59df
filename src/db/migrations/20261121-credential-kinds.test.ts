// What was there before the step is there after it, under the names that it has now.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { migrate } from '#db/migrate.ts';
import { openDatabase } from '#db/open.ts';
import { systemRandom } from '#kernel/ids.ts';
import { testClock } from '../../../test/support/directory.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { credentialKinds } from './20261121-credential-kinds.ts';
import { migrations } from './index.ts';

const STEP = migrations.indexOf(credentialKinds);

forEachEngine((engine) => {
  test('credentials of before keep whom they act as and their secrets, as clients with secrets', async () => {
    const place = await engine.fresh();
    const open = () => openDatabase({ ...place, clock: testClock(), random: systemRandom });
    const empty = await open();
    // Back to how it was: a storage that this step has not seen.
    await empty.transaction(async (tx) => {
      const found = await tx.introspection.getTables();
      for (const { name } of found.filter((table) => !table.name.startsWith('sqlite_'))) {
        await sql`drop table if exists ${sql.table(name)} ${sql.raw(empty.engine === 'postgres' ? 'cascade' : '')}`.execute(
          tx,
        );
      }
      await migrate(tx, 0, migrations.slice(0, STEP));
      await sql`insert into accounts values ('a1', 'acme', 'Acme', 1, 1, 0)`.execute(tx);
      await sql`insert into credentials (account_id, id, name, acts_as_user_id, version, created_at) values ('a1', 'acme-1', 'Sync', 'u1', 3, 0)`.execute(
        tx,
      );
      await sql`insert into secrets (account_id, id, credential_id, hash, hint, created_at) values ('a1', 's1', 'acme-1', 'h', 'abcd', 0)`.execute(
        tx,
      );
    });
    await empty.close();
    const db = await open();
    const credentials = await db.reader.selectFrom('credentials').selectAll().execute();
    assert.deepEqual(
      credentials.map(({ id, kind, acts_as_user_id: user, version }) => ({
        id,
        kind,
        user,
        version,
      })),
      [{ id: 'acme-1', kind: 'client-secret', user: 'u1', version: 3 }],
    );
    const secrets = await db.reader.selectFrom('secrets').select(['id', 'hash', 'label']).execute();
    assert.deepEqual(secrets, [{ id: 's1', hash: 'h', label: null }]);
    await assert.rejects(
      sql`insert into secrets (account_id, id, credential_id, hash, hint, created_at) values ('a1', 's2', 'acme-1', 'h', 'abcd', 0)`.execute(
        db.reader,
      ),
      /unique/i,
    );
    await db.close();
  });
});
