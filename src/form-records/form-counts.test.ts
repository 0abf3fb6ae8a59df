import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import type { Standing } from '#db/form-count-tables.ts';
import type { FormActor, TimeSpan } from '#form-basics/index.ts';
import type { Template } from '#form-basics/template.ts';
import { DAY_MS } from '#kernel/time-zone.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { openForms, type TestForms } from '../../test/support/forms.ts';
import { between, oneOf, seeded } from '../../test/support/seeded.ts';
import { countDays, countQuarters, QUARTER_MS, readCounts } from './form-counts.store.ts';
import { addChanges, countNext, readProgress } from './keep-counts.store.ts';
import { keepFormCounts } from './keep-counts.ts';

const MINUTE_MS = 60_000;
const NONE = { draft: 0, complete: 0, rejected: 0 };

forEachEngine((engine) => {
  let world: TestForms;
  let admin: FormActor;
  let templates: [Template, ...Template[]];
  before(async () => {
    world = await openForms(engine);
    admin = await world.actAs('admin');
    templates = [await world.publish(admin), await world.publish(admin)];
  });
  after(() => world.close());

  let random = seeded(1);
  beforeEach(() => {
    random = seeded(168);
  });

  const raw = async (query: ReturnType<typeof sql>) => {
    await world.write(async (tx) => {
      await query.execute(tx);
    });
  };

  /** What may become of a form, by the functions of the domain, and in the ways that no function takes. */
  const change = async (live: string[], bin: string[]): Promise<void> => {
    const { forms, write } = world;
    const id = oneOf(random, [live[between(random, 0, live.length - 1)] ?? '']);
    const away = bin[0];
    switch (between(random, 0, 9)) {
      case 0:
      case 1:
      case 2: {
        world.clock.advance(between(random, 1, 40) * 37 * MINUTE_MS);
        live.push((await world.create(admin, oneOf(random, templates))).id);
        return;
      }
      case 3:
        return raw(sql`update forms set name = name || '!' where id = ${id}`);
      case 4:
        await write((tx) => forms.completeUnchecked(tx, admin, id).catch(() => undefined));
        return;
      case 5:
        await write((tx) => forms.reopenForm(tx, admin, id).catch(() => undefined));
        return;
      case 6:
        if (id === '') return;
        await write((tx) => forms.removeForm(tx, admin, id));
        bin.push(...live.splice(live.indexOf(id), 1));
        return;
      case 7:
        if (away === undefined) return;
        await write((tx) => forms.restoreForm(tx, admin, away));
        live.push(...bin.splice(0, 1));
        return;
      case 8:
        // As retention removes it.
        if (away === undefined) return;
        await raw(sql`delete from forms where id = ${away}`);
        bin.splice(0, 1);
        return;
      default:
        // A review that rejected it, which a correction leaves behind.
        return raw(sql`update forms set review_state = 'rejected',
          review_revision = revision - ${between(random, 0, 1)} where id = ${id}`);
    }
  };

  interface Row {
    readonly template_id: string;
    readonly created_at: number;
    readonly standing: Standing;
  }
  const storedRows = async (): Promise<readonly Row[]> => {
    const { rows } = await sql<Row>`select template_id, created_at, case
        when status = 'complete' and review_state = 'rejected' and review_revision = revision then 'rejected'
        else status end as standing
      from forms where account_id = ${admin.accountId} and deleted_at is null`.execute(
      world.db.reader,
    );
    return rows;
  };
  const recount = (
    rows: readonly Row[],
    templateIds: readonly string[] | undefined,
    { from = 0, before: end = Number.POSITIVE_INFINITY }: TimeSpan = {},
  ) => {
    const counts = { ...NONE };
    for (const { template_id, created_at, standing } of rows) {
      const isAsked = templateIds === undefined || templateIds.includes(template_id);
      if (isAsked && created_at >= from && created_at < end) counts[standing] += 1;
    }
    return counts;
  };
  /** Compares the counts of all forms, of templates, and of spans of time with the rows. */
  const compare = async (): Promise<void> => {
    const { accountId } = admin;
    const rows = await storedRows();
    const moments = rows.map(({ created_at }) => created_at - (created_at % QUARTER_MS));
    const some = (): number =>
      oneOf(random, [moments[between(random, 0, moments.length - 1)] ?? 0]);
    const spans: (TimeSpan | undefined)[] = [
      undefined,
      { from: some() },
      { before: some() },
      { from: some(), before: some() + QUARTER_MS },
      { from: some() - 3 * DAY_MS, before: some() },
      { from: some() - (some() % DAY_MS) },
    ];
    const [first] = templates;
    for (const templateIds of [undefined, [first.id], templates.map(({ id }) => id)]) {
      for (const created of spans) {
        assert.deepEqual(
          await readCounts(world.db.reader, { accountId, templateIds, created }),
          recount(rows, templateIds, created),
          JSON.stringify({ templateIds, created }),
        );
      }
    }
    const all = { accountId, templateIds: undefined, created: undefined };
    const days = await countDays(world.db.reader, all);
    const dayStarts = [...new Set(days.map(({ at }) => at))];
    const quarters = await countQuarters(world.db.reader, all, dayStarts);
    for (const [span, found] of [
      [DAY_MS, days],
      [QUARTER_MS, quarters],
    ] as const) {
      const counted = Object.groupBy(
        rows,
        (row) => `${row.created_at - (row.created_at % span)} ${row.standing}`,
      );
      assert.deepEqual(
        found.map(({ at, standing, forms }) => `${at} ${standing} ${forms}`).sort(),
        Object.entries(counted)
          .map(([key, those = []]) => `${key} ${those.length}`)
          .sort(),
      );
    }
  };
  const add = (limit: number) => world.db.transaction((tx) => addChanges(tx, limit));

  test('after any writes, restorations and removals, counts are what a recount of the rows says', async () => {
    const [live, bin]: [string[], string[]] = [[], []];
    for (let turns = 0; turns < 12; turns += 1) {
      for (let steps = 0; steps < 6; steps += 1) await change(live, bin);
      if (turns % 2 === 0) await add(between(random, 1, 9));
      await compare();
    }
    await keepFormCounts({ ...world, atOnce: 7 }).run();
    const left = world.db.reader.selectFrom('form_count_changes').select('id').execute();
    assert.deepEqual(await left, []);
    await compare();
    const empty = world.db.reader.selectFrom('form_counts').select('at').where('forms', '<=', 0);
    assert.deepEqual(await empty.execute(), [], 'no row is kept for nothing');
  });

  test('forms of before an upgrade are counted step by step, while others are written', async () => {
    const [live, bin]: [string[], string[]] = [[], []];
    while (live.length < 12) await change(live, bin);
    // As a storage that nothing was counted in before.
    await raw(sql`delete from form_counts`);
    await raw(sql`delete from form_count_changes`);
    await raw(sql`insert into deployment (name, value) values ('count-forms', '["",""]')`);
    const { accountId } = admin;
    const all = { accountId, templateIds: undefined, created: undefined };
    for (;;) {
      const progress = await readProgress(world.db.reader);
      if (progress === undefined) break;
      assert.equal(
        await readCounts(world.db.reader, all),
        undefined,
        'nothing half counted is told',
      );
      await world.db.transaction((tx) => countNext(tx, progress, 3));
      // A second node that believes to hold the lease goes on from the same place.
      await world.db.transaction((tx) => countNext(tx, progress, 3));
      for (let steps = 0; steps < 3; steps += 1) await change(live, bin);
    }
    await compare();
    await keepFormCounts({ ...world, atOnce: 5 }).run();
    await compare();
  });
});
