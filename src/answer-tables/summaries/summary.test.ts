// The counts of a summary are those that somebody finds who reads every form: for templates, answers, conditions,
// periods and viewers that are drawn by chance.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { allChoices } from '#answer-index/answer-fields.ts';
import { sumAnswers } from '#answer-queries/answer-totals.store.ts';
import { fillValues, haveSeries } from '#answer-queries/fill-values.ts';
import { knownFields } from '#answer-queries/known-fields.ts';
import type { TemplateSelection } from '#answer-queries/sorted-forms.store.ts';
import type { FormActor } from '#form-basics/form.ts';
import type { FormsDeps } from '#form-basics/forms-deps.ts';
import type { Template } from '#form-basics/template.ts';
import { AppError } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import { createSeal } from '#kernel/seal.ts';
import { findTemplate } from '#templates/template.store.ts';
import { withCode } from '../../../test/support/directory.ts';
import {
  type AnsweredForm,
  DAY_MS,
  drawAnswers,
  drawDefinition,
  drawQuery,
  type PlainField,
} from '../../../test/support/drawn-summary.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { openForms, type TestForms } from '../../../test/support/forms.ts';
import { assertCounted, selected } from '../../../test/support/plain-summary.ts';
import { between, oneOf, type Random, seeded } from '../../../test/support/seeded.ts';
import { casesOf } from '../../../test/support/timing.ts';
import { openBudget } from './budget.store.ts';
import { openSource } from './selected-values.store.ts';
import { summarise } from './summarise.ts';

const TEMPLATES = casesOf({ daily: 4, nightly: 10, deep: 1000 });
const QUERIES = 10;
const HOUR_MS = 3_600_000;

type Known = Awaited<ReturnType<typeof knownFields>>;

forEachEngine((engine) => {
  let world: TestForms;
  let deps: FormsDeps;
  let admin: FormActor;
  before(async () => {
    world = await openForms(engine);
    admin = await world.actAs('admin');
    const { db, clock, ids, directory } = world;
    const seal = createSeal(Buffer.alloc(32));
    deps = { db, clock, ids, directory, seal, publicUrl: () => '' };
  });
  after(() => world.close());

  /** Has everything filled in, as in a service that has run for more than an hour. */
  async function settle(): Promise<void> {
    const { db, clock } = world;
    assert.equal(await haveSeries(db.reader), false);
    await fillValues({ db, clock }).run();
    clock.advance(HOUR_MS);
    await fillValues({ db, clock }).run();
    assert.equal(await haveSeries(db.reader), true);
  }

  /** Creates forms of two versions of a template, by three people, some days apart. */
  async function makeForms(random: Random, people: readonly [FormActor, ...FormActor[]]) {
    const { forms, write, clock } = world;
    const { fields, definition } = drawDefinition(random);
    let template = await world.publish(admin, { definition, openToAll: true });
    const made: AnsweredForm[] = [];
    const count = between(random, 0, 30);
    for (let i = 0; i < count; i += 1) {
      if (i === Math.floor(count / 2)) template = await publishWithout(template, fields.at(-1));
      const asked = i < Math.floor(count / 2) ? fields : fields.slice(0, -1);
      const form = await makeForm(random, template, oneOf(random, people), asked);
      if (random() < 0.9) made.push(form);
      else await write((tx) => forms.removeForm(tx, admin, form.id));
      clock.advance(between(random, 0, 2) * DAY_MS);
    }
    return { template, fields, made };
  }

  async function makeForm(
    random: Random,
    template: Template,
    by: FormActor,
    asked: readonly PlainField[],
  ): Promise<AnsweredForm & { readonly id: string }> {
    const answers = drawAnswers(random, asked);
    const { id, createdAt } = await world.create(by, template, { answers });
    const status = random() < 0.4 ? 'complete' : 'draft';
    if (status === 'complete') await world.write((tx) => world.forms.completeUnchecked(tx, by, id));
    return { id, answers, status, createdAt, createdBy: by.userId };
  }

  async function publishWithout(template: Template, last: PlainField | undefined) {
    const { forms, write } = world;
    const { accountId, id } = template;
    const draft = await findTemplate(world.db.reader, accountId, id);
    const elements = ((draft?.draftDefinition['elements'] ?? []) as JsonObject[]).filter(
      (each) => each['name'] !== last?.name,
    );
    await write((tx) => forms.changeTemplate(tx, admin, id, { definition: { elements } }));
    return (await write((tx) => forms.publishTemplate(tx, admin, id))).template;
  }

  /** Compares the sums below the table with what the summary has counted. */
  async function assertTotals(template: Template, known: Known): Promise<void> {
    const { fields } = await summarise(deps, admin, template.id, {});
    const totals = await totalsOf(template, known);
    const found = new Map(totals.fields.map((total) => [total.field, total]));
    for (const { id, answered, numbers, unit } of fields.filter(({ unit }) => unit === 'forms')) {
      assert.equal(found.get(id)?.answered, answered, `${id} ${unit}`);
      const { sum } = numbers?.statistics ?? {};
      if (sum === undefined) continue;
      // The same numbers in another order: the last digits of their sum may differ.
      const difference = Math.abs((found.get(id)?.sum ?? 0) - sum);
      assert.ok(difference <= 1e-9 * Math.max(1, Math.abs(sum)), `${id} ${difference}`);
    }
  }

  const totalsOf = ({ id: templateId }: Template, known: Known) => {
    const { accountId } = admin;
    const all = { visibility: 'all', status: undefined, namePrefix: undefined } as const;
    const selection = { accountId, templateId, ...all } as TemplateSelection;
    return sumAnswers(world.db, selection, [...known.values()]);
  };

  test('whatever is asked and by whom, the counts are those of the forms that they may see', async () => {
    const random = seeded(21);
    const people = [
      await world.actAs('member'),
      await world.actAs('member'),
      await world.actAs('member'),
    ] as const;
    let examples = 0;
    for (let i = 0; i < TEMPLATES; i += 1) {
      if (i === TEMPLATES / 2) await settle();
      const { template, fields, made } = await makeForms(random, [...people.slice(0, 2)] as [
        FormActor,
        ...FormActor[],
      ]);
      const known = await knownFields(deps, admin, template);
      const ids = new Map(
        [...known.values()].map(({ id, name, table }) => [
          table === undefined ? name : `${known.get(table)?.name}.${name}`,
          id,
        ]),
      );
      const last = fields.at(-1)?.name;
      for (let j = 0; j < QUERIES; j += 1) {
        const viewer = oneOf(random, [admin, admin, ...people]);
        const seen = made.filter((form) => viewer === admin || form.createdBy === viewer.userId);
        // People know the fields of the current version, and of the forms that they see.
        const knowsLast = seen.some(({ answers }) => last !== undefined && last in answers);
        const asked = viewer === admin || knowsLast ? fields : fields.slice(0, -1);
        const query = drawQuery(random, asked, ids, made);
        // Numbers are counted in another way when many of them differ.
        const mostDifferent = oneOf(random, [0, 2, undefined]);
        const summary = await summarise(deps, viewer, template.id, query.sent, { mostDifferent });
        const [first, second] = query.periods;
        const compared = second && selected(seen, query, second);
        assertCounted(summary, query, selected(seen, query, first), ids, compared);
        examples += 1;
      }
      await assertTotals(template, known);
    }
    assert.equal(examples, TEMPLATES * QUERIES);
  });

  test('what cannot be counted is refused, with its place', async () => {
    const definition = {
      elements: [
        { type: 'text', name: 'site' },
        { type: 'dropdown', name: 'state', choices: ['a', 'b'] },
      ],
    };
    const template = await world.publish(admin, { definition, openToAll: true });
    const fields = await knownFields(deps, admin, template);
    const site = [...fields.values()].find(({ name }) => name === 'site')?.id ?? '';
    const ask = (query: Parameters<typeof summarise>[3], id = template.id, by = admin) =>
      summarise(deps, by, id, query);
    const refused = [
      [{ fields: 'x' }, 'fields'],
      [{ fields: `${site},` }, 'fields'],
      [{ fields: '[]' }, 'fields'],
      [{ fields: JSON.stringify(Array.from({ length: 51 }, () => site)) }, 'fields'],
      [{ by: 'x' }, 'by'],
      [{ by: site }, 'by'],
      [{ where: '[{"field":"x","op":"blank"}]' }, 'where[0].field'],
      [{ where: '{' }, 'where'],
      [{ from: '2026-02-30' }, 'from'],
      [{ from: '2026-02-02', to: '2026-02-01' }, 'to'],
      [{ compareFrom: '2026-02-02', compareTo: '2026-02-01' }, 'compareTo'],
    ] as const;
    for (const [query, at] of refused) {
      await assert.rejects(ask(query), withCode('invalid-parameter', at), JSON.stringify(query));
    }
    await assert.rejects(ask({}, crypto.randomUUID()), withCode('not-found'));
    const closed = await world.publish(admin, { definition, openToAll: false });
    const member = await world.actAs('member');
    await assert.rejects(ask({}, closed.id, member), withCode('not-found'));
  });

  test('texts are shown as they were written, numbers beyond all measure are counted, and nothing is lost', async () => {
    const definition = {
      elements: [
        { type: 'text', name: 'say "site"', title: 'Site' },
        { type: 'text', name: 'count', inputType: 'number' },
        {
          type: 'matrixdynamic',
          name: 'parts',
          columns: [{ name: 'what', cellType: 'text' }],
        },
      ],
    };
    const template = await world.publish(admin, { definition });
    const sites = ['Straße 5', 'STRASSE 5', 'Hall'] as const;
    for (const [i, count] of [1e308, 1e308, -3].entries()) {
      const answers: JsonObject = {
        'say "site"': sites[i] ?? '',
        count,
        parts: [{ what: 'Rope' }, {}, { what: `${i}` }],
      };
      await world.create(admin, template, { answers });
      world.clock.advance(1000);
    }
    const { fields } = await summarise(deps, admin, template.id, {});
    const [site, count, parts, what] = fields;
    const street = site?.texts?.frequent[0];
    assert.ok(['Straße 5', 'STRASSE 5'].includes(street?.text ?? ''), `${street?.text}`);
    assert.equal(street?.count, 2);
    assert.deepEqual(
      site?.texts?.latest.map(({ text }) => text),
      ['Hall', 'STRASSE 5', 'Straße 5'],
    );
    assert.deepEqual(count?.numbers?.statistics, {
      ...{ count: 3, min: -3, max: 1e308, median: 1e308, upperQuartile: 1e308 },
      lowerQuartile: 5e307,
    });
    assert.deepEqual(count?.numbers?.bins, []);
    assert.equal(parts?.numbers?.statistics?.sum, 9);
    assert.deepEqual(
      [what?.unit, what?.total, what?.answered, what?.blank, what?.texts?.frequent[0]],
      ['rows', 9, 6, 3, { text: 'Rope', count: 3 }],
    );
  });

  test('yes, no, titles and choices are in the language of the reader, else of the template', async () => {
    const definition = {
      locale: 'de',
      elements: [
        { type: 'boolean', name: 'ok', title: { default: 'Geprüft', en: 'Checked' } },
        {
          type: 'dropdown',
          name: 'state',
          title: 'Zustand',
          choices: [{ value: 'g', text: { default: 'gut', en: 'good' } }],
        },
      ],
    };
    const template = await world.publish(admin, { definition });
    await world.create(admin, template, { answers: { ok: true, state: 'g' } });
    const texts = async (locale?: 'en' | 'de') => {
      const { fields, groups } = await summarise(deps, admin, template.id, {
        by: ids.get('state') ?? '',
        ...(locale && { locale }),
      });
      return [
        ...fields.map((field) => [field.title, field.choices?.items.map(({ text }) => text)]),
        groups?.[0]?.text,
      ];
    };
    const ids = new Map(
      [...(await knownFields(deps, admin, template)).values()].map(({ id, name }) => [name, id]),
    );
    const german = [['Geprüft', ['Ja', 'Nein']], ['Zustand', ['gut']], 'gut'];
    const english = [['Checked', ['Yes', 'No']], ['Zustand', ['good']], 'good'];
    assert.deepEqual(await texts(), german);
    assert.deepEqual(await texts('en'), english);
    assert.deepEqual(await texts('de'), german);
  });

  test('choices that were removed, "none" and "other" are counted and offered by what they are called', async () => {
    const { forms, write } = world;
    const withChoices = (...choices: JsonObject[]): JsonObject => {
      const more = { showNoneItem: true, noneText: 'No damage', showOtherItem: true };
      return { elements: [{ type: 'checkbox', name: 'damage', choices, ...more }] };
    };
    const [rust, wet, dent] = ['Rust', 'Wet', 'Dent'].map((text) => ({
      value: text[0] ?? '',
      text,
    }));
    assert.ok(rust && wet && dent);
    const definition = withChoices(rust, wet, dent);
    const template = await world.publish(admin, { definition });
    for (const damage of [['R', 'W'], ['none'], ['other'], ['R']]) {
      await world.create(admin, template, { answers: { damage } });
    }
    await write((tx) =>
      forms.changeTemplate(tx, admin, template.id, { definition: withChoices(wet) }),
    );
    await write((tx) => forms.publishTemplate(tx, admin, template.id));
    const { fields } = await summarise(deps, admin, template.id, {});
    assert.deepEqual(
      fields[0]?.choices?.items.map(({ text, count }) => [text, count]),
      [
        ['Rust', 2],
        ['Wet', 1],
        ['No damage', 1],
        ['Other', 1],
      ],
      'a removed choice that nobody made is not listed',
    );
    const known = await knownFields(deps, admin, template);
    assert.deepEqual(
      [...known.values()].flatMap((field) => allChoices(field).map(({ text }) => text)),
      ['Wet', 'No damage', 'Other', 'Rust', 'Dent'],
    );
  });

  test('grams and kilograms are never added up', async () => {
    const { forms, write } = world;
    const inUnit = (unit: string): JsonObject => ({
      elements: [{ type: 'text', name: 'weight', inputType: 'number', unit }],
    });
    const template = await world.publish(admin, { definition: inUnit('g') });
    await world.create(admin, template, { answers: { weight: 5000 } });
    const before = await summarise(deps, admin, template.id, {});
    assert.equal(before.fields[0]?.numbers?.statistics?.sum, 5000);
    await write((tx) => forms.changeTemplate(tx, admin, template.id, { definition: inUnit('kg') }));
    await write((tx) => forms.publishTemplate(tx, admin, template.id));
    await world.create(admin, template, { answers: { weight: 5 } });
    const { fields } = await summarise(deps, admin, template.id, {});
    assert.equal(fields[0]?.answered, 2);
    const { makes: _, ...numbers } = fields[0]?.numbers ?? {};
    assert.deepEqual(numbers, { isWhole: true, hasSeveralUnits: true, bins: [] });
  });

  test('a form counts once, also when an older version took several choices', async () => {
    const asking = (type: string): JsonObject => ({
      elements: [{ type, name: 'state', choices: ['a', 'b'] }],
    });
    const older = await world.publish(admin, { definition: asking('checkbox') });
    await world.create(admin, older, { answers: { state: ['a', 'b'] } });
    const { forms, write } = world;
    const definition = asking('dropdown');
    await write((tx) => forms.changeTemplate(tx, admin, older.id, { definition }));
    const { template } = await write((tx) => forms.publishTemplate(tx, admin, older.id));
    await world.create(admin, template, { answers: { state: 'a' } });
    const [state, ...others] = (await summarise(deps, admin, template.id, {})).fields;
    assert.deepEqual(others, []);
    assert.deepEqual([state?.total, state?.answered, state?.blank], [2, 2, 0]);
    assert.deepEqual(
      state?.choices?.items.map(({ value, count }) => [value, count]),
      [
        ['a', 2],
        ['b', 1],
      ],
    );
    const known = await knownFields(deps, admin, template);
    const totals = await totalsOf(template, known);
    assert.deepEqual([totals.count, totals.fields[0]?.answered], [2, 2]);
  });

  test('counting that takes too long ends, and is told', async () => {
    const { db } = world;
    const template = await world.publish(admin);
    await world.create(admin, template, { answers: { site: 'x' } });
    const counted = {
      ...({ visibility: 'all', status: 'draft', answers: [] } as const),
      ...{ accountId: admin.accountId, templateId: template.id, withRejected: true },
    };
    const slow = openBudget(db, 0);
    const ofPerson = { ...counted, conditions: { creator: admin.userId } };
    await assert.rejects(openSource(db, slow, ofPerson), withCode('query-too-heavy'));
    assert.equal((await openSource(db, openBudget(db), ofPerson)).total, 1);
    assert.equal((await openSource(db, slow, counted)).total, 1, 'counted ahead, it takes no time');
    const ended = { ...counted, conditions: { created: { before: 0 } } };
    assert.equal((await openSource(db, slow, ended)).total, 0);
    assert.ok(new AppError('query-too-heavy', '').status === 503);
  });
});
