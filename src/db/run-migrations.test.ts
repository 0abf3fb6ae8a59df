// Nodes of the version before work on while a newer version changes the schema, and restart on it.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { compareVersions } from '#kernel/version.ts';
import { forBothEngines } from '../../test/support/engines.ts';
import type { Database, Tx } from './database.ts';
import { migrate, readSchemaState } from './migrate.ts';
import type { Migration } from './migration.ts';
import { migrations } from './migrations/index.ts';
import { openDatabase } from './open.ts';
import { runMigrations } from './run-migrations.ts';

const adds = (name: string, oldestBeside: string): Migration => ({
  name,
  oldestBeside,
  async up(tx: Tx) {
    await tx.schema.alterTable('accounts').addColumn(`c${name}`, 'text').execute();
  },
});
const EXPANDS = [...migrations, adds('29990101', '0.2.0')];
const CONTRACTS = [...EXPANDS, adds('29990102', '0.3.0'), adds('29990103', '0.2.0')];

forBothEngines((engine) => {
  const opened = async (): Promise<Database> =>
    openDatabase({ ...(await engine.fresh('any')), clock: systemClock, random: systemRandom });

  test('a node that restarts on a schema that a newer version upgraded serves it, if that was only added to', async (t) => {
    const db = await opened();
    t.after(() => db.close());
    const restart = (version: string) => db.transaction((tx) => migrate(tx, 0, { version }));
    await runMigrations(db, 0, { steps: EXPANDS });
    if (engine.name === 'sqlite') {
      await assert.rejects(restart('0.2.0'), /newer version \(it has 29990101\): start that/);
      return;
    }
    assert.deepEqual(await restart('0.2.0'), []);
    await assert.rejects(restart('0.1.9'), /beside which 0\.1\.9 is too old and 0\.2\.0 is the/);
    await runMigrations(db, 0, { steps: CONTRACTS });
    await assert.rejects(
      restart('0.2.9'),
      /^Error: The database was written by a newer version \(it has 29990101, 29990102, 29990103\), beside which 0\.2\.9 is too old and 0\.3\.0 is the oldest to run: start that version, or restore a backup made before the upgrade\.$/,
    );
    assert.deepEqual(await restart('0.3.0'), []);
    assert.deepEqual(await restart('0.10.0'), []);
  });

  test('a node that lacks a step of its own does not run beside a newer version', async (t) => {
    const db = await opened();
    t.after(() => db.close());
    await runMigrations(db, 0, { steps: EXPANDS });
    const other = [...migrations, adds('29990102', '0.1.0')];
    await assert.rejects(runMigrations(db, 0, { steps: other }), /newer version \(it has 29990101/);
  });

  if (engine.name === 'sqlite') return;

  test('a migration does not hold up those who read a table while it waits for it', async (t) => {
    const db = await opened();
    t.after(() => db.close());
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const long = db.transaction(async (tx) => {
      await tx.selectFrom('accounts').select('id').execute();
      begun.resolve();
      await end.promise;
    });
    await begun.promise;
    const migrated = runMigrations(db, 0, { steps: CONTRACTS, lockMs: 500 });
    // The statement waits for the table now, and this one behind it.
    await sleep(100);
    const asked = performance.now();
    await db.reader.selectFrom('accounts').select('id').execute();
    assert.ok(performance.now() - asked < 3000, 'the reader waited for the long transaction');
    end.resolve();
    await long;
    assert.deepEqual(await migrated, ['29990101', '29990102', '29990103']);
  });

  test('a table that stays in use ends a migration with what to do, and what had run stays', async (t) => {
    const db = await opened();
    t.after(() => db.close());
    const onForms: Migration = {
      name: '29990102',
      oldestBeside: '0.1.0',
      up: (tx) => tx.schema.alterTable('forms').addColumn('later', 'text').execute(),
    };
    await db.transaction(async (tx) => {
      await tx.selectFrom('forms').select('id').execute();
      await assert.rejects(
        runMigrations(db, 0, { steps: [...EXPANDS, onForms], tries: 1, lockMs: 200 }),
        /stays in use .* pg_stat_activity .* what has run stays/,
      );
    });
    const steps = [...EXPANDS, onForms];
    assert.deepEqual((await readSchemaState(db.reader, steps)).pending, [onForms.name]);
    assert.deepEqual(await runMigrations(db, 0, { steps }), [onForms.name]);
  });
});

test('versions are ordered by their numbers', () => {
  const ordered = ['0.9.0', '0.10.0', '0.10.2', '1.0.0'];
  assert.deepEqual(ordered.toReversed().toSorted(compareVersions), ordered);
  assert.equal(compareVersions('1.0.0-rc.1', '1.0.0'), 0);
  assert.throws(() => compareVersions('one', '1.0.0'), /one is not a version/);
});
