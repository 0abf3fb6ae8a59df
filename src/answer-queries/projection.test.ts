// The values by which forms are found and counted are those of their answers, whatever happens to the forms.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listValues, type StoredValue } from '#answer-index/answer-values.store.ts';
import type { AnswerValue } from '#answer-index/answer-values.ts';
import { seriesOf } from '#answer-index/series.ts';
import { type Answered, valuesOfForm } from '#answer-index/write-values.ts';
import type { Tx } from '#db/database.ts';
import type { FormActor } from '#form-basics/form.ts';
import type { Template } from '#form-basics/template.ts';
import { AppError } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import { saveFillState } from '#search/fill.store.ts';
import { findVersion } from '#templates/template.store.ts';
import { ALL_KINDS } from '../../test/support/all-kinds.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { openForms, type TestForms } from '../../test/support/forms.ts';
import { between, oneOf, type Random, seeded } from '../../test/support/seeded.ts';
import { fillValues, VALUES_VERSION } from './fill-values.ts';
import { rebuildValues } from './rebuild-values.ts';

const STEPS = 60;

type Act = (tx: Tx, id: string, answers: JsonObject) => Promise<unknown>;

const answersBy = (random: Random): JsonObject => ({
  site: oneOf(random, ['Hall', 'Straße 5', '東京', 'x'.repeat(300)]),
  count: between(random, 0, 9),
  day: oneOf(random, ['2026-02-28', '2024-02-29']),
  ok: random() < 0.5,
  ...(random() < 0.5 && { state: oneOf(random, ['g', 'bad']) }),
  tools: oneOf<string[]>(random, [['saw'], ['axe', 'saw'], []]),
  parts: Array.from({ length: between(random, 0, 3) }, (_, i) => ({ part: `part ${i}` })),
});

forEachEngine((engine) => {
  let world: TestForms;
  let by: FormActor;
  let template: Template;
  before(async () => {
    world = await openForms(engine);
    by = await world.actAs('admin');
    template = await world.publish(by, { definition: ALL_KINDS });
  });
  after(() => world.close());

  const stored = async (id: string): Promise<readonly StoredValue[]> =>
    sorted(await listValues(world.db.reader, { accountId: world.account.id, id }));

  /** Compares the stored values of all forms with those of their answers. */
  async function assertEqual(): Promise<void> {
    const { db } = world;
    const forms = await db.reader.selectFrom('forms').selectAll().execute();
    assert.ok(forms.length > 0);
    for (const row of forms) {
      const form = {
        accountId: row.account_id,
        id: row.id,
        templateId: row.template_id,
        templateVersionId: row.template_version_id,
        answers: JSON.parse(row.answers) as JsonObject,
      };
      const values =
        row.deleted_at === null ? await db.transaction((tx) => valuesOfForm(tx, form)) : [];
      assert.deepEqual(await stored(row.id), inSeries(form, values));
    }
  }

  test('each kind of answer has its values: numbers and times as numbers, choices exactly, text folded, rows by column', async () => {
    const answers = {
      site: ' Straße 5 ',
      count: 3,
      day: '2026-02-28',
      ok: false,
      state: 'g',
      tools: ['saw', 'axe'],
      parts: [{ part: 'Rope' }, {}, { part: 'Hook' }],
    };
    const form = await world.create(by, template, { answers });
    const version = await findVersion(world.db.reader, form.accountId, form.templateVersionId);
    const names = new Map(version?.fields.map(({ id, name }) => [id, name]));
    const shown = (await stored(form.id)).map(({ field, inRow, inAnswer, text, number }) => {
      const [id = '', column] = field.split('.');
      const name = [names.get(id), ...(column === undefined ? [] : [column])].join('.');
      return [name, inRow, inAnswer, text ?? number];
    });
    assert.deepEqual(
      shown.map(String).toSorted(),
      [
        ['site', 0, 0, 'strasse 5'],
        ['count', 0, 0, 3],
        ['day', 0, 0, Date.UTC(2026, 1, 28)],
        ['ok', 0, 0, 'false'],
        ['state', 0, 0, 'g'],
        ['tools', 0, 0, 'saw'],
        ['tools', 0, 1, 'axe'],
        ['parts', 0, 0, 3],
        ['parts.part', 0, 0, 'rope'],
        ['parts.part', 2, 0, 'hook'],
      ]
        .map(String)
        .toSorted(),
    );
  });

  test('what people read as unanswered has no values, and what is cut has no spaces at its end', async () => {
    const none = await world.create(by, template, { answers: { site: '  ', parts: [{}, {}] } });
    assert.deepEqual(await stored(none.id), []);
    const site = `${'x'.repeat(199)} and more`;
    const cut = await world.create(by, template, { answers: { site } });
    assert.deepEqual(
      (await stored(cut.id)).map(({ text }) => text),
      ['x'.repeat(199)],
    );
  });

  test('after any changes the values are those of the answers, and of deleted forms there are none', async () => {
    const random = seeded(7);
    const { forms, write } = world;
    const ids: string[] = [];
    const create = async (tx: Tx, _id: string, answers: JsonObject) => {
      const { form } = await forms.createForm(tx, by, { templateId: template.id, answers });
      ids.push(form.id);
    };
    const acts: readonly [Act, ...Act[]] = [
      create,
      create,
      (tx, id, answers) => forms.editForm(tx, by, id, { answers }),
      (tx, id, answers) => forms.editForm(tx, by, id, { answers }),
      (tx, id) => forms.completeUnchecked(tx, by, id),
      (tx, id) => forms.reopenForm(tx, by, id),
      (tx, id) => forms.removeForm(tx, by, id),
      (tx, id) => forms.restoreForm(tx, by, id),
    ];
    for (let step = 0; step < STEPS; step += 1) {
      const id = ids[between(random, 0, Math.max(0, ids.length - 1))] ?? '';
      const act = oneOf(random, acts);
      const answers = answersBy(random);
      await write((tx) => act(tx, id, answers)).catch((error: unknown) => {
        // What the state of the form does not allow is refused as a whole.
        assert.ok(error instanceof AppError, String(error));
      });
    }
    assert.ok(ids.length > 3);
    await assertEqual();
  });

  test('the job and a rebuild take fewer forms at a time when their answers are large, and reach all of them', async () => {
    const { db, clock } = world;
    const notes = {
      ...ALL_KINDS,
      pages: [{ name: 'p', elements: [{ type: 'comment', name: 'n' }] }],
    };
    const large = await world.publish(by, { definition: notes });
    for (let at = 0; at < 5; at += 1) {
      await world.create(by, large, { answers: { n: 'x'.repeat(1_000_000) } });
    }
    await db.transaction((tx) => tx.deleteFrom('answer_values').execute());
    const pages: number[] = [];
    await rebuildValues(db, ({ forms }) => void pages.push(forms));
    assert.equal(pages.length, 2, String(pages));
    await assertEqual();
    await db.transaction((tx) => tx.deleteFrom('answer_values').execute());
    await fillValues({ db, clock }).run();
    await assertEqual();
  });

  test('values that are missing or wrong are written again by the job, however often it is broken off', async () => {
    const { db, clock } = world;
    await db.transaction(async (tx) => {
      await tx.deleteFrom('answer_values').where('in_answer', '=', 0).execute();
      await tx.updateTable('answer_values').set({ text: 'wrong' }).execute();
      await tx.updateTable('answer_values').set({ series: null }).where('in_row', '=', 0).execute();
      // As if a version of the program had run that made other values.
      const after = { accountId: '', id: '' };
      const state = { version: VALUES_VERSION - 1, passes: 2, finishedAt: 0, source: 0, after };
      await saveFillState(tx, 'fill-answer-values', state);
    });
    for (let turns = 0; turns < 30; turns += 1) {
      await fillValues({ db, clock, atOnce: 2, pagesARun: 3 }).run();
    }
    await assertEqual();
  });
});

const inSeries = (form: Answered, values: readonly AnswerValue[]): readonly StoredValue[] =>
  sorted(values.map((value) => ({ ...value, series: seriesOf(form, value.field) })));
const sorted = (values: readonly StoredValue[]): readonly StoredValue[] =>
  values.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)).map((value) => ({ ...value }));
const keyOf = ({ field, inRow, inAnswer }: AnswerValue): string => `${field} ${inRow} ${inAnswer}`;
