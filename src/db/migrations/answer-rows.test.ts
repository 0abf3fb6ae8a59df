// What forms were answered survives that its table is copied.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '#db/open.ts';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { forBothEngines } from '../../../test/support/engines.ts';
import { runMigrations } from '../run-migrations.ts';
import { answerRows } from './20261127-answer-rows.ts';
import { migrations } from './index.ts';

const ROW = {
  account_id: 'a',
  form_id: 'f',
  field: 'q',
  in_row: 0,
  in_answer: 0,
  template_id: 't',
  text: 'ñ',
  number: null,
  series: 's',
} as const;
const ROWS = [ROW, { ...ROW, in_answer: 1, text: null, number: 0.1 }, { ...ROW, form_id: 'g' }];

forBothEngines((engine) => {
  test('answers are the same after the upgrade, each once, and short in the index that counts them', async (t) => {
    const storage = await engine.fresh();
    const db = await openDatabase({
      ...storage,
      clock: systemClock,
      random: systemRandom,
      migrate: false,
    });
    t.after(() => db.close());
    const before = migrations.indexOf(answerRows);
    await runMigrations(db, 0, { steps: migrations.slice(0, before) });
    await db.transaction((tx) => tx.insertInto('answer_values').values(ROWS).execute());
    const steps = migrations.slice(0, before + 1);
    assert.deepEqual(await runMigrations(db, 0, { steps }), [answerRows.name]);
    const read = db.reader.selectFrom('answer_values').selectAll().orderBy('form_id');
    assert.deepEqual(await read.orderBy('in_answer').execute(), ROWS);
    const again = db.transaction((tx) => tx.insertInto('answer_values').values(ROW).execute());
    await assert.rejects(again, /unique/i);
    if (engine.name === 'postgres') return;
    const planOf = async (query: string) => {
      const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(query)}`.execute(
        db.reader,
      );
      return rows.map(({ detail }) => detail).join('\n');
    };
    assert.match(
      await planOf(`select count(*) from answer_values where series = 's' and text is not null`),
      /COVERING INDEX answer_values_by_series_text \(series=\?/,
    );
    // Found by the key of the form, not among all values of the account.
    assert.match(
      await planOf(`select text, form_id from answer_values
        where account_id = 'a' and form_id = 'f' and field = 'q' and text is not null`),
      /sqlite_autoindex_answer_values_1 \(account_id=\? AND form_id=\? AND field=\?\)/,
    );
    const made = await sql<{ sql: string }>`select sql from sqlite_schema
      where name = 'answer_values'`.execute(db.reader);
    assert.doesNotMatch(made.rows[0]?.sql ?? '', /without rowid/i);
    assert.match(made.rows[0]?.sql ?? '', /primary key \("account_id", "form_id"/i);
  });
});
