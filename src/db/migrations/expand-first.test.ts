// Each migration keeps what the previous version reads and writes (docs/decisions/0059-migrations-expand-first.md).
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ColumnDefinitionBuilder, ColumnMetadata } from 'kysely';
import type { Database, Tx } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import type { Migration } from '#db/migration.ts';
import { openDatabase } from '#db/open.ts';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { migrations } from './index.ts';

/**
 * Each `table.column`, or `table.*`, that no version that may still run uses, with the version that stopped using it.
 */
const UNUSED_SINCE: Readonly<Record<string, string>> = {};

type Schema = ReadonlyMap<string, ColumnMetadata>;

/** Returns every column, by `table.column`. */
async function readSchema(tx: Tx): Promise<Schema> {
  const tables = await tx.introspection.getTables();
  return new Map(
    tables.flatMap(({ name, columns }) =>
      columns.map((column) => [`${name}.${column.name}`, column] as const),
    ),
  );
}

/** Returns what would fail in a program that knows only the previous schema. */
function contractionsOf(before: Schema, after: Schema): readonly string[] {
  const tables = new Set([...before.keys()].map((path) => path.split('.')[0]));
  const lost = [...before].flatMap(([path, was]) => {
    const is = after.get(path);
    if (is === undefined) return [`${path} is gone`];
    if (is.dataType !== was.dataType) return [`${path} is ${is.dataType}, not ${was.dataType}`];
    if (was.hasDefaultValue && !is.hasDefaultValue) return [`${path} has no default any more`];
    return was.isNullable && !is.isNullable ? [`${path} may not be null any more`] : [];
  });
  const asked = [...after].flatMap(([path, { isNullable, hasDefaultValue }]) => {
    const isNew = !before.has(path) && tables.has(path.split('.')[0]);
    return isNew && !isNullable && !hasDefaultValue ? [`${path} is new and has no default`] : [];
  });
  return [...lost, ...asked];
}

const isUnused = (fault: string): boolean => {
  const [path = ''] = fault.split(' ');
  return path in UNUSED_SINCE || `${path.split('.')[0]}.*` in UNUSED_SINCE;
};

forEachEngine((engine) => {
  const opened = async (): Promise<Database> =>
    openDatabase({
      ...(await engine.fresh()),
      clock: systemClock,
      random: systemRandom,
      migrate: false,
    });

  test('no migration takes from running nodes what they use', async (t) => {
    const db = await opened();
    t.after(() => db.close());
    await db.transaction(async (tx) => {
      await migrate(tx, 0, { steps: migrations.slice(0, 1) });
      for (let ran = 2; ran <= migrations.length; ran += 1) {
        const before = await readSchema(tx);
        const [name] = await migrate(tx, 0, { steps: migrations.slice(0, ran) });
        const faults = contractionsOf(before, await readSchema(tx));
        const refused = faults.filter((fault) => !isUnused(fault));
        assert.deepEqual({ name, refused }, { name, refused: [] });
      }
    });
  });

  test('a migration that would is told from one that only adds', async (t) => {
    const cases: readonly (readonly [(tx: Tx) => Promise<void>, readonly string[]])[] = [
      [
        async (tx) => {
          await tx.schema.createTable('brand_new').addColumn('id', 'text', notNull).execute();
          await tx.schema.alterTable('alerts').addColumn('later', 'text').execute();
          await tx.schema.alterTable('alerts').addColumn('more', 'integer', withDefault).execute();
        },
        [],
      ],
      [
        (tx) => tx.schema.alterTable('alerts').renameColumn('stage', 'step').execute(),
        ['alerts.stage is gone', 'alerts.step is new and has no default'],
      ],
      [
        (tx) => tx.schema.alterTable('accounts').dropColumn('sso_only').execute(),
        ['accounts.sso_only is gone'],
      ],
      [
        (tx) => tx.schema.dropTable('leavings').execute(),
        ['account_id', 'started_at', 'count'].map((column) => `leavings.${column} is gone`),
      ],
    ];
    for (const [up, expected] of cases) {
      const db = await opened();
      t.after(() => db.close());
      await db.transaction(async (tx) => {
        await migrate(tx, 0);
        const before = await readSchema(tx);
        const step: Migration = { name: '29990101-made-up', oldestBeside: '0.1.0', up };
        await migrate(tx, 0, { steps: [...migrations, step] });
        assert.deepEqual(
          contractionsOf(before, await readSchema(tx)).toSorted(),
          expected.toSorted(),
        );
      });
    }
  });
});

const notNull = (c: ColumnDefinitionBuilder) => c.notNull();
const withDefault = (c: ColumnDefinitionBuilder) => c.notNull().defaultTo(0);
