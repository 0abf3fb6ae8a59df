// Lists sorted by answers: every order, on every way through the storage, is the order that sorting by hand gives.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type AnswerField, answerFieldsOf } from '#answer-index/answer-fields.ts';
import type { Database } from '#db/database.ts';
import type { FormActor } from '#form-basics/form.ts';
import type { Template } from '#form-basics/template.ts';
import type { Visibility } from '#form-records/visibility.ts';
import type { JsonObject, JsonValue } from '#kernel/json.ts';
import { fold } from '#kernel/text.ts';
import { findTemplate, listNewestVersionIds } from '#templates/template.store.ts';
import { ALL_KINDS } from '../../test/support/all-kinds.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { openForms, type TestForms } from '../../test/support/forms.ts';
import { planOf } from '../../test/support/query-plan.ts';
import { between, oneOf, type Random, seeded } from '../../test/support/seeded.ts';
import { casesOf } from '../../test/support/timing.ts';
import {
  type AnswerOrder,
  parseAnswerOrder,
  printAnswerOrder,
  type SortKey,
} from './answer-order.ts';
import { printPosition, readPosition } from './order-position.ts';
import type { OrderPosition } from './order-terms.store.ts';
import { listSorted, positionIn, type TemplateSelection } from './sorted-forms.store.ts';

const FORMS = 90;
const ORDERS = casesOf({ daily: 15, nightly: 60, deep: 400 });
const FIELDS = ['site', 'count', 'day', 'state', 'ok', 'parts'] as const;
/** Makes a list read few forms and sort them, or many in the order of an index. */
const SIZES = [
  { count: 0, isExact: true },
  { count: 10_000, isExact: false },
] as const;

const WHOLE = [undefined, 2 * FORMS, SIZES[1]] as const;

interface Made {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly status: 'draft' | 'complete';
  readonly updatedAt: number;
  readonly createdAt: number;
  readonly mine: boolean;
  readonly answers: JsonObject;
}

function answersBy(random: Random): JsonObject {
  const maybe = <T extends JsonValue>(name: string, value: T) =>
    random() < 0.6 ? { [name]: value } : {};
  return {
    ...maybe('site', oneOf(random, ['Hall', 'hall', 'Straße', 'Über', '東京', 'zoo'])),
    ...maybe('count', between(random, -4, 4) / 4),
    ...maybe('day', oneOf(random, ['2026-01-31', '2024-02-29'])),
    ...maybe('state', oneOf(random, ['g', 'bad'])),
    ...maybe('ok', random() < 0.5),
    ...maybe(
      'parts',
      Array.from({ length: between(random, 1, 3) }, () => ({ part: 'x' })),
    ),
  };
}

/** The value of a field as lists sort it; undefined for a blank one. */
function sortValue(answer: JsonValue | undefined): string | number | undefined {
  if (Array.isArray(answer)) return answer.length;
  if (typeof answer === 'boolean') return String(answer);
  if (typeof answer === 'string' && /^\d{4}-/.test(answer)) return Date.parse(answer);
  if (typeof answer === 'string') return answer === 'g' || answer === 'bad' ? answer : fold(answer);
  return typeof answer === 'number' ? answer : undefined;
}

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number'
    ? a - b
    : Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));

forEachEngine((engine) => {
  let world: TestForms;
  let template: Template;
  let fields: ReadonlyMap<string, AnswerField>;
  let made: readonly Made[];
  let mine: Visibility;
  before(async () => {
    world = await openForms(engine);
    const [designer, member] = [await world.actAs('designer'), await world.actAs('designer')];
    template = await world.publish(designer, { definition: ALL_KINDS });
    mine = [{ column: 'created_by', ids: [member.userId] }];
    const random = seeded(5);
    const rows: Made[] = [];
    for (let i = 0; i < FORMS; i += 1) {
      const by: FormActor = random() < 0.7 ? member : designer;
      const answers = answersBy(random);
      const name = oneOf(random, ['North', 'south', 'West']);
      const form = await world.create(by, template, { answers, name });
      const isComplete = random() < 0.4;
      if (isComplete) {
        await world.write((tx) => world.forms.completeUnchecked(tx, designer, form.id));
      }
      rows.push({
        id: form.id,
        number: form.number,
        name: form.name,
        status: isComplete ? 'complete' : 'draft',
        updatedAt: 0,
        createdAt: form.createdAt,
        mine: by === member,
        answers,
      });
    }
    const stored = await world.db.reader
      .selectFrom('forms')
      .select(['id', 'updated_at', 'name'])
      .execute();
    const times = new Map(stored.map(({ id, updated_at }) => [id, updated_at]));
    made = rows.map((each) => ({ ...each, updatedAt: times.get(each.id) ?? assert.fail() }));
    const versions = await listNewestVersionIds(
      world.db.reader,
      template.accountId,
      template.id,
      5,
    );
    fields = await answerFieldsOf(world.db.reader, template, versions);
  });
  after(() => world.close());

  const idOf = (name: string): string =>
    [...fields.values()].find((field) => field.name === name && field.table === undefined)?.id ??
    assert.fail(name);

  /** The ids in an order, by hand. */
  function sorted(order: AnswerOrder, forms: readonly Made[]): readonly string[] {
    const nameOf = (key: SortKey): string =>
      'field' in key ? (fields.get(key.field)?.name ?? '') : key.column;
    const read = (form: Made, key: SortKey): string | number | undefined => {
      if ('field' in key) return sortValue(form.answers[nameOf(key)]);
      const { name, number, status, createdAt: createdDate, updatedAt: lastUpdateDate } = form;
      return { name: fold(name), number, status, createdDate, lastUpdateDate }[key.column];
    };
    const isFixed = (form: Made) =>
      order.every((key) =>
        'field' in key ? read(form, key) === undefined : key.column === 'status',
      );
    const sign = (key: SortKey | undefined) => (key?.direction === 'desc' ? -1 : 1);
    const byKey = (a: Made, b: Made) => (key: SortKey) => {
      const [left, right] = [read(a, key), read(b, key)];
      if (left !== undefined && right !== undefined) return sign(key) * compare(left, right);
      return Number(left === undefined) - Number(right === undefined);
    };
    const byTie = (a: Made, b: Made) =>
      isFixed(a) && isFixed(b) ? a.number - b.number : sign(order.at(-1)) * compare(a.id, b.id);
    return forms
      .toSorted((a, b) => order.map(byKey(a, b)).find((by) => by !== 0) ?? byTie(a, b))
      .map(({ id }) => id);
  }

  const selectionOf = (visibility: Visibility): TemplateSelection => ({
    accountId: template.accountId,
    templateId: template.id,
    visibility,
    status: undefined,
    namePrefix: undefined,
    filter: undefined,
  });

  async function readAll(
    selection: TemplateSelection,
    order: AnswerOrder,
    size: (typeof SIZES)[number],
    limit: number,
  ): Promise<readonly string[]> {
    const ids: string[] = [];
    let from: OrderPosition | undefined;
    for (;;) {
      const page = await listSorted(world.db, selection, order, from, limit, size);
      ids.push(...page.map(({ id }) => id));
      const last = page.at(-1);
      if (!last || page.length < limit) return ids;
      const placed = readPosition(order, printPosition(order, positionIn(order, last)));
      assert.deepEqual(placed.order, order);
      from = placed.after;
      assert.ok(from);
    }
  }

  test('pages in any order of answers and properties are those of sorting by hand, blanks last, none twice', async () => {
    const random = seeded(8);
    for (let i = 0; i < ORDERS; i += 1) {
      const names = [
        ...FIELDS.map(idOf),
        'name',
        'lastUpdateDate',
        'createdDate',
        'status',
      ] as const;
      const first = oneOf(random, names as unknown as [string, ...string[]]);
      const second = oneOf(random, names as unknown as [string, ...string[]]);
      const keys = random() < 0.4 || first === second ? [first] : [first, second];
      const text = keys.map((key) => `${key} ${oneOf(random, ['asc', 'desc'])}`).join(', ');
      const order = parseAnswerOrder(text, fields);
      assert.deepEqual(parseAnswerOrder(printAnswerOrder(order), fields), order);
      const seesAll = random() < 0.5;
      const selection = selectionOf(seesAll ? 'all' : mine);
      const expected = sorted(order, seesAll ? made : made.filter((form) => form.mine));
      for (const size of SIZES) {
        const ids = await readAll(selection, order, size, between(random, 1, 40));
        assert.deepEqual(ids, expected, `${text} ${JSON.stringify(size)}`);
      }
    }
  });

  test('numbers in different units are sorted within each unit, the newest unit first', async () => {
    const { forms, write } = world;
    const designer = await world.actAs('designer');
    const inUnit = (unit?: string): JsonObject => ({
      elements: [
        { type: 'text', name: 'weight', inputType: 'number', ...(unit && { unit }) },
        { type: 'text', name: 'site' },
      ],
    });
    const scales = await world.publish(designer, { definition: inUnit() });
    const weigh = (name: string, answers: JsonObject) =>
      world.create(designer, scales, { answers, name });
    const change = async (unit: string): Promise<void> => {
      const definition = inUnit(unit);
      await write((tx) => forms.changeTemplate(tx, designer, scales.id, { definition }));
      await write((tx) => forms.publishTemplate(tx, designer, scales.id));
    };
    await weigh('7', { weight: 7, site: 'hall' });
    await change('g');
    await weigh('5000 g', { weight: 5000, site: 'hall' });
    await weigh('blank', {});
    await weigh('200 g', { weight: 200, site: 'zoo' });
    await change('kg');
    await weigh('5 kg', { weight: 5, site: 'zoo' });
    await weigh('900 kg', { weight: 900, site: 'hall' });
    const { reader } = world.db;
    const changed = await findTemplate(reader, scales.accountId, scales.id);
    const versions = await listNewestVersionIds(reader, scales.accountId, scales.id, 5);
    const ofScales = await answerFieldsOf(reader, changed ?? scales, versions);
    const [weight, site] = [...ofScales.keys()];
    const selection = { ...selectionOf('all'), templateId: scales.id };
    const labels = new Map(
      (await reader.selectFrom('forms').select(['id', 'name']).execute()).map((form) => [
        form.id,
        form.name,
      ]),
    );
    const orders = {
      [`${weight}`]: ['5 kg', '900 kg', '200 g', '5000 g', '7', 'blank'],
      [`${weight} desc`]: ['900 kg', '5 kg', '5000 g', '200 g', '7', 'blank'],
      [`${site}, ${weight} desc`]: ['900 kg', '5000 g', '7', '5 kg', '200 g', 'blank'],
      [`${weight}, name desc`]: ['5 kg', '900 kg', '200 g', '5000 g', '7', 'blank'],
    };
    for (const [text, expected] of Object.entries(orders)) {
      const order = parseAnswerOrder(text, ofScales);
      for (const size of SIZES) {
        for (const limit of [1, 2, 50]) {
          const ids = await readAll(selection, order, size, limit);
          assert.deepEqual(
            ids.map((id) => labels.get(id)),
            expected,
            `${text} by ${limit}`,
          );
        }
      }
    }
  });

  test('units without a form cost no pass over the numbers, and all passes of a page have two seconds together', async () => {
    const selection = selectionOf('all');
    const deadlines: (number | undefined)[] = [];
    const db: Database = {
      ...world.db,
      scan: (query, options) => {
        deadlines.push(options?.deadlineMs);
        return world.db.scan(query, options);
      },
    };
    const key = { field: idOf('count'), direction: 'asc' } as const;
    const own = [template.currentVersionId ?? ''];
    const plain = await listSorted(world.db, selection, [{ ...key, units: [own] }], ...WHOLE);
    for (const units of [
      [['none'], ['nor this'], own],
      [['none'], own, ['nor this']],
    ]) {
      deadlines.length = 0;
      const rows = await listSorted(db, selection, [{ ...key, units }], ...WHOLE);
      assert.deepEqual(
        rows.map(({ id }) => id),
        plain.map(({ id }) => id),
      );
      // The versions of the forms, then numbers, texts and blanks.
      assert.equal(deadlines.length, 4);
      const given = deadlines.map(
        (each) => each ?? assert.fail('a pass has a deadline of its own'),
      );
      assert.ok((given[0] ?? Infinity) <= 2000, String(given));
      assert.deepEqual(
        given,
        given.toSorted((a, b) => b - a),
      );
    }
  });

  test('an order that can not be read says what would be right', () => {
    const place = [...fields.values()].find(({ kind }) => kind === 'place');
    const column = [...fields.values()].find(({ table }) => table !== undefined);
    const wrong = ['nothing', 'name up', 'name asc desc', 'name, name', 'name,number,status', ','];
    for (const text of [...wrong, place?.id, column?.id].filter((each) => each !== undefined)) {
      const refused = { code: 'invalid-parameter', at: 'sort' };
      assert.throws(() => parseAnswerOrder(text, fields), refused, text);
    }
  });

  if (engine.name === 'sqlite') {
    test('a page of one key is read from an index in order, and nothing is sorted', async () => {
      const names = ['name', 'lastUpdateDate desc', 'number', 'status', ...FIELDS.map(idOf)];
      const { currentVersionId = '' } = template;
      const inUnits = [[currentVersionId], ['of another unit']];
      const orders = [
        ...names.map((text) => parseAnswerOrder(text, fields)),
        [{ field: idOf('count'), direction: 'desc', units: inUnits } as const],
      ];
      for (const order of orders) {
        const [front] = await listSorted(
          world.db,
          selectionOf('all'),
          order,
          undefined,
          1,
          SIZES[1],
        );
        assert.ok(front);
        for (const from of [undefined, positionIn(order, front)]) {
          const plan = await planOf(world.db.reader, (reader) =>
            listSorted(
              {
                ...world.db,
                reader,
                scan: (query) =>
                  reader.executeQuery(query.compile()).then(({ rows }) => rows as never),
              },
              selectionOf('all'),
              order,
              from,
              50,
              SIZES[1],
            ),
          );
          assert.doesNotMatch(
            plan,
            /TEMP B-TREE FOR (?!DISTINCT)|SCAN (?!page|json_each|\()/,
            JSON.stringify(order) + plan,
          );
        }
      }
    });
  }
});
