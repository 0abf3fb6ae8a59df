// Forms found by their answers: what the list says is what counting the answers by hand says.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FormActor } from '#form-basics/form.ts';
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import { findVersion } from '#templates/template.store.ts';
import { ALL_KINDS } from '../../../test/support/all-kinds.ts';
import { adminBrowser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../../test/support/instance.ts';
import { between, oneOf, type Random, seeded } from '../../../test/support/seeded.ts';
import { casesOf } from '../../../test/support/timing.ts';

const FORMS = 60;
const QUERIES = casesOf({ daily: 15, nightly: 60, deep: 1000 });
const SITES = ['Hall', 'hall 2', 'Straße', 'STRASSE 9', 'Größe 100%', 'a_b', '東京タワー'] as const;
const DAYS = ['2026-01-30', '2026-01-31', '2026-02-01', '2026-02-28'] as const;
const STATES = ['g', 'bad'] as const;
const TOOLS = ['saw', 'axe'] as const;

type Given = Readonly<Record<string, JsonValue>>;
/** A condition of the list, and whether it holds for answers by hand. */
interface Condition {
  readonly field: string;
  readonly op: string;
  readonly value?: JsonValue;
  readonly holds: (answers: Given) => boolean;
}

function answersBy(random: Random): JsonObject {
  const maybe = <T extends JsonValue>(name: string, value: T) =>
    random() < 0.7 ? { [name]: value } : {};
  return {
    ...maybe('site', oneOf(random, SITES)),
    ...maybe('count', between(random, -3, 6) / 2),
    ...maybe('day', oneOf(random, DAYS)),
    ...maybe('ok', random() < 0.5),
    ...maybe('state', oneOf(random, STATES)),
    ...maybe(
      'tools',
      TOOLS.filter(() => random() < 0.5),
    ),
    ...maybe(
      'parts',
      Array.from({ length: between(random, 0, 2) }, (_, i) => ({ part: `p${i}` })),
    ),
  };
}

const lower = (text: string) => text.toUpperCase().toLowerCase();
const isGiven = (value: JsonValue | undefined) =>
  value !== undefined && !(Array.isArray(value) && value.length === 0);

function conditionBy(random: Random): Condition {
  const number = between(random, -3, 6) / 2;
  const [from, to] = [between(random, -3, 3), between(random, 0, 6)];
  const day = oneOf(random, DAYS);
  const text = oneOf(random, ['hall', 'strasse', 'ß', '%', '_', '100', '東京', 'x']);
  const tool = oneOf(random, TOOLS);
  const site = ({ site }: Given) => (typeof site === 'string' ? lower(site) : undefined);
  const count = ({ count }: Given) => (typeof count === 'number' ? count : Number.NaN);
  const when = ({ day }: Given) => (typeof day === 'string' ? day : undefined);
  const tools = ({ tools }: Given): readonly JsonValue[] => (Array.isArray(tools) ? tools : []);
  return oneOf<Condition>(random, [
    {
      field: 'site',
      op: 'contains',
      value: text,
      holds: (it) => site(it)?.includes(lower(text)) === true,
    },
    {
      field: 'site',
      op: 'starts',
      value: text,
      holds: (it) => site(it)?.startsWith(lower(text)) === true,
    },
    { field: 'site', op: 'equals', value: 'HALL', holds: (it) => site(it) === 'hall' },
    { field: 'site', op: 'blank', holds: (it) => !isGiven(it['site']) },
    { field: 'count', op: 'eq', value: number, holds: (it) => count(it) === number },
    { field: 'count', op: 'lt', value: number, holds: (it) => count(it) < number },
    { field: 'count', op: 'ge', value: number, holds: (it) => count(it) >= number },
    {
      field: 'count',
      op: 'between',
      value: [from, to],
      holds: (it) => count(it) >= from && count(it) <= to,
    },
    { field: 'day', op: 'on', value: day, holds: (it) => when(it) === day },
    { field: 'day', op: 'before', value: day, holds: (it) => (when(it) ?? '~') < day },
    { field: 'day', op: 'after', value: day, holds: (it) => (when(it) ?? '') > day },
    { field: 'ok', op: 'any', value: ['false'], holds: (it) => it['ok'] === false },
    { field: 'state', op: 'none', value: ['bad'], holds: (it) => it['state'] !== 'bad' },
    { field: 'tools', op: 'any', value: [tool], holds: (it) => tools(it).includes(tool) },
    {
      field: 'tools',
      op: 'all',
      value: [...TOOLS],
      holds: (it) => TOOLS.every((each) => tools(it).includes(each)),
    },
    { field: 'tools', op: 'answered', holds: (it) => isGiven(it['tools']) },
    { field: 'parts', op: 'ge', value: 1, holds: (it) => isGiven(it['parts']) },
    {
      field: 'parts.part',
      op: 'equals',
      value: 'P1',
      holds: ({ parts }) =>
        Array.isArray(parts) &&
        parts.some((row: JsonValue) => isObject(row) && member(row, 'part') === 'p1'),
    },
  ]);
}

forEachEngine((engine) => {
  let node: Instance;
  let templateId: string;
  /** Ids of fields by name. */
  let ids: ReadonlyMap<string, string>;
  const given = new Map<string, Given>();
  before(async () => {
    node = await startInstance(engine);
    const { accountId, userId } = node.account;
    const by: FormActor = { accountId, userId, role: 'admin', via: 'api' };
    const { db, forms } = node.services;
    await db.transaction(async (tx) => {
      const { id } = await forms.createTemplate(tx, by, { name: 'Check', definition: ALL_KINDS });
      const { template } = await forms.publishTemplate(tx, by, id);
      templateId = id;
      const version = await findVersion(tx, accountId, template.currentVersionId ?? '');
      ids = new Map(version?.fields.map((field) => [field.name, field.id]));
    });
    const random = seeded(3);
    for (let made = 0; made < FORMS; made += 1) {
      const answers = answersBy(random);
      const body = { templateId, answers };
      const id = await db.transaction(async (tx) => (await forms.createForm(tx, by, body)).form.id);
      given.set(id, answers);
    }
  });
  after(() => node.close());

  const idOf = (field: string): string => {
    const [name = '', column] = field.split('.');
    return [ids.get(name), ...(column === undefined ? [] : [column])].join('.');
  };
  const ask = (where: unknown, more = '', list = 'answers'): Promise<Answer> =>
    node.request(
      'GET',
      `/v2/templates/${templateId}/${list}?where=${encodeURIComponent(JSON.stringify(where))}${more}`,
    );
  const formsIn = (answer: Answer): readonly JsonObject[] => {
    assert.equal(answer.status, 200, answer.text);
    assert.ok(Array.isArray(answer.body));
    return answer.body as JsonObject[];
  };

  test('what a condition finds is what comparing every answer by hand finds; lists and their totals agree', async () => {
    const random = seeded(11);
    for (let query = 0; query < QUERIES; query += 1) {
      const conditions = Array.from({ length: between(random, 1, 3) }, () => conditionBy(random));
      const where = conditions.map(({ holds, field, ...rest }) => ({
        field: idOf(field),
        ...rest,
      }));
      const expected = [...given].filter(([, answers]) =>
        conditions.every(({ holds }) => holds(answers)),
      );
      const answer = await ask(where, '&pageSize=100');
      const found = formsIn(answer);
      const what = JSON.stringify(conditions);
      assert.deepEqual(
        found.map(({ formId }) => formId).toSorted(),
        expected.map(([id]) => id).toSorted(),
        what,
      );
      assert.equal(Number(answer.headers['x-total-count']), expected.length, what);
      const plain = formsIn(await ask(where, '&pageSize=100', 'formz'));
      assert.deepEqual(
        plain.map(({ formId }) => formId),
        found.map(({ formId }) => formId),
      );
    }
  });

  test('forms are sorted by an answer over the API, page by page, and over the app the same; blanks come last', async () => {
    const sort = encodeURIComponent(`${idOf('count')} desc`);
    let page = await ask([], `&pageSize=11&sort=${sort}`);
    const read: JsonObject[] = [...formsIn(page)];
    for (;;) {
      const [, next] = /<([^>]+)>; rel="next"/.exec(page.headers['link'] ?? '') ?? [];
      if (next === undefined) break;
      page = await node.request('GET', new URL(next).pathname + new URL(next).search);
      read.push(...formsIn(page));
    }
    const counts = read.map(({ formId }) => given.get(String(formId))?.['count']);
    const expected = counts.toSorted((a, b) => Number(b ?? -99) - Number(a ?? -99));
    assert.equal(read.length, given.size);
    assert.deepEqual(counts, expected);
    assert.equal(counts.at(-1), undefined);
    const skipped = await ask([], `&pageNumber=2&sort=${sort}`);
    assert.equal(skipped.status, 400);
    assert.equal(skipped.at('at'), 'pageNumber');
    // Few forms are found by their number, or by a condition, and then sorted.
    for (const [where, more] of [
      [[], '&search=%231'],
      [[{ field: idOf('count'), op: 'ge', value: 0 }], ''],
    ] as const) {
      const some = await ask(where, `${more}&sort=${sort}`);
      assert.equal(some.status, 200, some.text);
      const found = formsIn(some).map(({ formId }) => given.get(String(formId))?.['count']);
      assert.ok(found.length > 0);
      assert.deepEqual(
        found,
        found.toSorted((a, b) => Number(b ?? -99) - Number(a ?? -99)),
      );
    }
    const wrong = await ask([], '&sort=nothing');
    assert.equal(wrong.at('at'), 'sort');

    const admin = await adminBrowser(node);
    const path = `/app/v1/templates/${templateId}/answers?limit=100&sort=${sort}&fields=${idOf('count')}`;
    const shown = await admin.send('GET', path);
    const items = shown.at('items');
    assert.ok(Array.isArray(items), shown.text);
    assert.deepEqual(
      items.map(({ id }) => id),
      read.map(({ formId }) => formId),
    );
    assert.deepEqual(Object.keys(items[0]?.cells), [idOf('count')]);
    assert.equal(shown.at('total'), given.size);
    assert.equal(shown.at('isTotalExact'), true);
  });

  test('the cells of a table are in the language of its reader', async () => {
    const admin = await adminBrowser(node);
    const count = idOf('count');
    const where = encodeURIComponent(JSON.stringify([{ field: count, op: 'eq', value: 0.5 }]));
    const path = `/app/v1/templates/${templateId}/answers?fields=${count}&where=${where}`;
    for (const [locale, text] of [
      ['en', '0.5'],
      ['de', '0,5'],
    ] as const) {
      const { body } = await admin.send('GET', `${path}&locale=${locale}`);
      const cells = Object(body).items.map((item: { cells: object }) => item.cells);
      assert.ok(cells.length > 0);
      for (const each of cells) assert.deepEqual(each, { [count]: text });
    }
    const unknown = await admin.send('GET', `${path}&locale=fr`);
    assert.equal(unknown.status, 400, unknown.text);
  });

  test('each form comes with its answers as they are stored, and pages are whole', async () => {
    const where = [{ field: idOf('site'), op: 'answered' }];
    const all = formsIn(await ask(where, '&pageSize=100'));
    let page = await ask(where, '&pageSize=7');
    const read: JsonObject[] = [...formsIn(page)];
    for (;;) {
      const [, next] = /<([^>]+)>; rel="next"/.exec(page.headers['link'] ?? '') ?? [];
      if (next === undefined) break;
      page = await node.request('GET', new URL(next).pathname + new URL(next).search);
      read.push(...formsIn(page));
    }
    assert.deepEqual(read, all);
    for (const { formId, answers } of all) {
      const stored = given.get(String(formId));
      assert.ok(isObject(answers));
      assert.equal(answers['site'], stored?.['site']);
      assert.deepEqual(answers['parts'], stored?.['parts']);
    }
  });

  test('a condition that can not be read says where it is wrong and what would be right', async () => {
    const field = idOf('count');
    const wrong: readonly (readonly [unknown, string, RegExp])[] = [
      ['x', 'where', /JSON list/],
      [[{ field: 'nothing', op: 'blank' }], 'where[0].field', /no field/],
      [
        [
          { field, op: 'blank' },
          { field, op: 'contains', value: 'x' },
        ],
        'where[1].op',
        /eq, lt/,
      ],
      [[{ field, op: 'eq' }], 'where[0].value', /number/],
      [[{ field, op: 'between', value: [1] }], 'where[0].value', /two values/],
      [[{ field: idOf('day'), op: 'on', value: '2026-02-30' }], 'where[0].value', /YYYY-MM-DD/],
      [[{ field: idOf('day'), op: 'last', value: 0 }], 'where[0].value', /number of days/],
      [[{ field: idOf('site'), op: 'contains', value: '\0' }], 'where[0].value', /one value/],
      [Array.from({ length: 21 }, () => ({ field, op: 'blank' })), 'where', /at most 20/],
    ];
    for (const [where, at, detail] of wrong) {
      const answer = await ask(where);
      assert.equal(answer.status, 400, answer.text);
      assert.equal(answer.at('at'), at);
      assert.match(String(answer.at('detail')), detail);
    }
    const everywhere = await node.request('GET', '/v2/formz?where=[]');
    assert.equal(everywhere.status, 400);
    assert.equal(everywhere.at('at'), 'where');
  });

  test('a member finds among their own forms only, and who knows nothing of the template reads nothing', async () => {
    const { token } = await node.addUser(`lone-${engine.name}`);
    const path = `/v2/templates/${templateId}/answers?where=${encodeURIComponent(JSON.stringify([{ field: idOf('site'), op: 'answered' }]))}`;
    const own = await node.request('GET', path, { token });
    assert.deepEqual(own.body, []);
    const { forms, db } = node.services;
    const { accountId, userId } = node.account;
    await db.transaction((tx) =>
      forms.changeTemplate(tx, { accountId, userId, role: 'admin', via: 'api' }, templateId, {
        openToAll: false,
      }),
    );
    const hidden = await node.request('GET', path, { token });
    assert.equal(hidden.status, 404);
    const absent = await node.request('GET', `${path}x`, { token });
    assert.equal(absent.status, 404, 'a wrong condition would tell that the template exists');
  });

  test('who sees their own forms only learns of the fields of their versions, and of no others', async () => {
    const { db, forms } = node.services;
    const { accountId, userId } = node.account;
    const by: FormActor = { accountId, userId, role: 'admin', via: 'api' };
    const definition = (name: string) => ({ elements: [{ type: 'text', name }] });
    const publish = (id: string) => db.transaction((tx) => forms.publishTemplate(tx, by, id));
    const { id } = await db.transaction((tx) =>
      forms.createTemplate(tx, by, { name: 'Staff', definition: definition('secretOld') }),
    );
    await publish(id);
    const change = (name: string) =>
      db.transaction((tx) => forms.changeTemplate(tx, by, id, { definition: definition(name) }));
    await change('open');
    await publish(id);
    const person = await node.addUser(`own-${engine.name}`);
    const actor: FormActor = { accountId, userId: person.id, role: 'member', via: 'api' };
    await db.transaction((tx) => forms.createForm(tx, actor, { templateId: id }));
    await db.transaction((tx) => forms.changeTemplate(tx, by, id, { openToAll: false }));
    await change('secretNew');
    await publish(id);
    const fields = await db.reader
      .selectFrom('template_versions')
      .select(['field_index', 'number'])
      .where('template_id', '=', id)
      .execute();
    for (const { field_index, number } of fields) {
      const [field] = JSON.parse(field_index) as { id: string }[];
      const where = JSON.stringify([{ field: field?.id, op: 'answered' }]);
      const path = `/v2/templates/${id}/answers?where=${encodeURIComponent(where)}`;
      const { status } = await node.request('GET', path, { token: person.token });
      assert.equal(status, number === 2 ? 200 : 400, `version ${number}`);
      assert.equal((await node.request('GET', path)).status, 200);
    }
  });

  test('a page of large answers ends early, and the next one goes on where it ended', async () => {
    const { db, forms } = node.services;
    const { accountId, userId } = node.account;
    const by: FormActor = { accountId, userId, role: 'admin', via: 'api' };
    const elements = [{ type: 'comment', name: 'long' }];
    const id = await db.transaction(async (tx) => {
      const made = await forms.createTemplate(tx, by, { name: 'Long', definition: { elements } });
      await forms.publishTemplate(tx, by, made.id);
      return made.id;
    });
    for (let made = 0; made < 6; made += 1) {
      const answers = { long: 'x'.repeat(900_000) };
      await db.transaction((tx) => forms.createForm(tx, by, { templateId: id, answers }));
    }
    const first = await node.request('GET', `/v2/templates/${id}/answers`);
    assert.equal(formsIn(first).length, 4);
    const [, next = ''] = /<([^>]+)>; rel="next"/.exec(first.headers['link'] ?? '') ?? [];
    const { pathname, search } = new URL(next);
    const rest = formsIn(await node.request('GET', pathname + search));
    const ids = [...formsIn(first), ...rest].map(({ formId }) => formId);
    assert.equal(new Set(ids).size, 6);
  });

  test('the last days end today', async () => {
    const { db, forms, clock } = node.services;
    const { accountId, userId } = node.account;
    const by: FormActor = { accountId, userId, role: 'admin', via: 'api' };
    const dayIn = (days: number) =>
      new Date(clock.now() + days * 86_400_000).toISOString().slice(0, 10);
    for (const days of [-9, -1, 2]) {
      const answers = { site: 'The last days', day: dayIn(days) };
      await db.transaction((tx) => forms.createForm(tx, by, { templateId, answers }));
    }
    const found = await ask([
      { field: idOf('site'), op: 'equals', value: 'The last days' },
      { field: idOf('day'), op: 'last', value: 3 },
    ]);
    assert.equal(formsIn(found).length, 1, found.text);
  });
});
