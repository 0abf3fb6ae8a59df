// A schema is compared with what its recorded migrations create, also if it lacks the latest ones.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Database, Tx } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import type { Migration } from '#db/migration.ts';
import { migrations } from '#db/migrations/index.ts';
import { openDatabase } from '#db/open.ts';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { findForeignSchema } from './find-foreign-schema.ts';

const adds = (name: string, column: string): Migration => ({
  name,
  oldestBeside: '0.1.0',
  async up(tx: Tx) {
    await tx.schema.alterTable('accounts').addColumn(column, 'text').execute();
  },
});
const LATER = [...migrations, adds('29990101-one', 'one'), adds('29990102-two', 'two')];

forEachEngine((engine) => {
  const opened = async (): Promise<Database> =>
    openDatabase({ ...(await engine.fresh()), clock: systemClock, random: systemRandom });

  test('a schema is as its migrations made it, before and after later ones', async (t) => {
    const db = await opened();
    t.after(() => db.close());
    assert.deepEqual(await findForeignSchema(db.reader, LATER), []);
    await db.transaction((tx) => migrate(tx, 0, { steps: LATER }));
    assert.deepEqual(await findForeignSchema(db.reader, LATER), []);
  });

  test('migrations that did not run in their order are told', async (t) => {
    const db = await opened();
    t.after(() => db.close());
    await db.transaction((tx) => migrate(tx, 0, { steps: LATER }));
    await sql`delete from migrations where name = '29990101-one'`.execute(db.reader);
    assert.deepEqual(await findForeignSchema(db.reader, LATER), [
      'the migration 29990101-one is missing',
    ]);
  });
});
