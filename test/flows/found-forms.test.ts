// The list of forms, the API and their counts find the same forms by the same filters, which are those that a look at
// every form finds.
// Nightly: it compares many random searches.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Form, FormActor } from '#form-basics/form.ts';
import { findVersion } from '#templates/template.store.ts';
import { adminBrowser, type Browser } from '../support/browser.ts';
import { forEachEngine } from '../support/engines.ts';
import { type Answer, type Instance, startInstance } from '../support/instance.ts';
import { between, oneOf, type Random, seeded } from '../support/seeded.ts';
import { IS_DEEP } from '../support/timing.ts';

const FORMS = 90;
const QUERIES = IS_DEEP ? 1000 : 50;
const SITES = ['Zürich Nord', 'Bern', 'Genève', '東京駅'] as const;
const PLACES = [undefined, { latitude: 47.4, longitude: 8.5 }, { latitude: 46.2, longitude: 6.1 }];
const DEFINITION = {
  elements: [
    { type: 'text', name: 'site', searchable: true },
    { type: 'text', name: 'count', inputType: 'number' },
  ],
};
const DAY_MS = 86_400_000;

/** A filter as both interfaces take it, and whether it holds for a form. */
interface Filter {
  readonly app: Readonly<Record<string, string>>;
  readonly v2: Readonly<Record<string, string>>;
  readonly holds: (form: Form) => boolean;
}

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let people: readonly FormActor[];
  const templates: { readonly id: string; readonly count: string }[] = [];
  const forms: Form[] = [];

  before(async () => {
    node = await startInstance(engine);
    const { accountId, userId } = node.account;
    const { db, directory, forms: domain } = node.services;
    const by: FormActor = { accountId, userId, role: 'admin', via: 'api' };
    const users = await db.transaction(async (tx) => {
      const made: FormActor[] = [by];
      for (const userName of ['ada', 'ben']) {
        const attributes = { userName, displayName: userName, active: true };
        const { id } = await directory.createUser(tx, by, { attributes, origin: 'local' });
        made.push({ ...by, userId: id, role: 'member' });
      }
      return made;
    });
    people = users;
    for (const name of ['Inspection', 'Hand-over']) {
      await db.transaction(async (tx) => {
        const made = await domain.createTemplate(tx, by, { name, definition: DEFINITION });
        const { template } = await domain.publishTemplate(tx, by, made.id);
        const version = await findVersion(tx, accountId, template.currentVersionId ?? '');
        const count = version?.fields.find((field) => field.name === 'count')?.id ?? '';
        templates.push({ id: made.id, count });
      });
    }
    const random = seeded(5);
    for (let made = 0; made < FORMS; made += 1) {
      if (made % 9 === 0) node.clock.advance(DAY_MS / 3);
      const creator = users[between(random, 0, 2)] ?? by;
      const assignee = users[between(random, 0, 2)] ?? by;
      const { form } = await db.transaction((tx) =>
        domain.createForm(tx, creator, {
          templateId: templates[between(random, 0, 1)]?.id ?? '',
          name: `${oneOf(random, ['Alpha', 'Beta', 'Gamma'])} ${made}`,
          assignment: { type: 'User', id: assignee.userId },
          answers: { site: oneOf(random, SITES), count: between(random, 0, 5) },
          location: PLACES[between(random, 0, 2)],
        }),
      );
      if (random() < 0.5) forms.push(form);
      else forms.push((await node.services.completeForm(assignee, form.id)).form);
    }
    admin = await adminBrowser(node);
  });
  after(() => node.close());

  const ok = (answer: Answer): Answer => {
    assert.equal(answer.status, 200, answer.text);
    return answer;
  };
  const idsIn = (rows: unknown): readonly string[] => {
    assert.ok(Array.isArray(rows));
    return rows.map(({ id, formId }) => String(formId ?? id));
  };

  /** Reads all pages of the list of the web app. */
  async function listApp(filters: Readonly<Record<string, string>>) {
    const ids: string[] = [];
    let total: unknown;
    for (let cursor = ''; ; ) {
      const query = new URLSearchParams({ scope: 'all', limit: '7', ...filters, cursor });
      const page = ok(await admin.send('GET', `/app/v1/forms?${query}`));
      if (cursor === '') {
        total = page.at('total');
        assert.equal(page.at('isTotalExact'), true);
      }
      ids.push(...idsIn(page.at('items')));
      const next = page.at('next');
      if (typeof next !== 'string') return { ids, total };
      cursor = next;
    }
  }

  /** Reads all pages of the API. */
  async function listApi(filters: Readonly<Record<string, string>>) {
    const ids: string[] = [];
    const query = new URLSearchParams({ pageSize: '11', ...filters });
    for (let path = `/v2/formz?${query}`; ; ) {
      const page = ok(await node.request('GET', path));
      ids.push(...idsIn(page.body));
      const [, next] = /<([^>]+)>; rel="next"/.exec(page.headers['link'] ?? '') ?? [];
      if (next === undefined) return { ids, total: Number(page.headers['x-total-count']) };
      path = new URL(next).pathname + new URL(next).search;
    }
  }

  function filterBy(random: Random): Filter {
    const person = people[between(random, 0, 2)]?.userId ?? '';
    const template = templates[between(random, 0, 1)] ?? { id: '', count: '' };
    const form = forms[between(random, 0, FORMS - 1)];
    const day = new Date(form?.createdAt ?? 0).toISOString().slice(0, 10);
    const status = oneOf(random, ['draft', 'complete'] as const);
    const word = oneOf(random, ['zurich', 'BERN', 'genev', '京駅', 'alpha', 'nothing']);
    const count = between(random, 0, 5);
    const where = JSON.stringify([{ field: template.count, op: 'ge', value: count }]);
    const same = (given: Readonly<Record<string, string>>, holds: Filter['holds']): Filter => ({
      app: given,
      v2: given,
      holds,
    });
    const words = (it: Form) => fold(`${it.name} ${String(it.answers['site'])}`);
    return oneOf<Filter>(random, [
      same({ creator: person }, (it) => it.createdBy === person),
      same({ assignee: person }, (it) => it.assignment.id === person),
      same({ status }, (it) => it.status === status),
      same({ template: template.id }, (it) => it.templateId === template.id),
      same(
        { template: template.id, where },
        (it) => it.templateId === template.id && Number(it.answers['count']) >= count,
      ),
      same({ place: 'with' }, (it) => it.location !== undefined),
      same({ place: 'without' }, (it) => it.location === undefined),
      same({ place: '47,8,48,9' }, (it) => it.location?.latitude === 47.4),
      {
        app: { q: word },
        v2: { search: word },
        holds: (it) => words(it).includes(fold(word)),
      },
      {
        app: { createdFrom: day, createdTo: day },
        v2: { filter: `createdDate ge ${day} and createdDate lt ${next(day)}` },
        holds: (it) => new Date(it.createdAt).toISOString().startsWith(day),
      },
      {
        app: { updatedFrom: day },
        v2: { filter: `lastUpdateDate ge ${day}` },
        holds: (it) => it.updatedAt >= Date.parse(day),
      },
    ]);
  }

  test('pages, the API and both counts agree with a look at every form, whatever is combined and however it is sorted', async () => {
    const random = seeded(23);
    let found = 0;
    for (let query = 0; query < QUERIES; query += 1) {
      const [first, second] = [filterBy(random), filterBy(random)];
      const isClash = Object.keys(first.v2).some((name) => name in second.v2);
      const filters = isClash ? [first] : [first, second];
      const [sort, key] = oneOf<readonly [string, string]>(random, [
        ['updated', 'lastUpdateDate'],
        ['created', 'createdDate'],
        ['name', 'name'],
      ]);
      const direction = oneOf(random, ['asc', 'desc'] as const);
      const of = (kind: 'app' | 'v2') => Object.assign({}, ...filters.map((each) => each[kind]));
      const expected = forms
        .filter((form) => filters.every(({ holds }) => holds(form)))
        .map(({ id }) => id);
      const app = await listApp({ ...of('app'), sort, direction });
      const api = await listApi({ ...of('v2'), sort: `${key} ${direction}` });
      const what = JSON.stringify([of('v2'), key, direction]);
      assert.deepEqual(app.ids.toSorted(), expected.toSorted(), what);
      assert.deepEqual(api.ids, app.ids, what);
      assert.deepEqual([app.total, api.total], [expected.length, expected.length], what);
      found += expected.length;
    }
    assert.ok(found > QUERIES, 'the filters find something');
  });

  test('the table of answers counts what the list of forms with the same conditions counts', async () => {
    for (const { id, count } of templates) {
      for (const value of [0, 2, 4, 9]) {
        const where = JSON.stringify([{ field: count, op: 'gt', value }]);
        const table = await admin.send(
          'GET',
          `/app/v1/templates/${id}/answers?${new URLSearchParams({ where })}`,
        );
        const list = await listApp({ template: id, where });
        const api = await node.request(
          'GET',
          `/v2/templates/${id}/answers?${new URLSearchParams({ where })}`,
        );
        assert.equal(ok(table).at('total'), list.total);
        assert.equal(Number(ok(api).headers['x-total-count']), list.total);
      }
    }
  });

  test('a filter that cannot be says which one it is and what would be right, on both interfaces', async () => {
    const [{ id } = { id: '' }] = templates;
    const wrong: readonly (readonly [Readonly<Record<string, string>>, number, string])[] = [
      [{ place: 'here' }, 400, 'place'],
      [{ place: '48,8,47,9' }, 400, 'place'],
      [{ where: '[]' }, 400, 'where'],
      [{ template: id, where: '[{"field":"x","op":"blank"}]' }, 400, 'where[0].field'],
      [{ template: id, where: 'x' }, 400, 'where'],
    ];
    for (const [filters, status, at] of wrong) {
      for (const answer of [
        await admin.send('GET', `/app/v1/forms?${new URLSearchParams(filters)}`),
        await node.request('GET', `/v2/formz?${new URLSearchParams(filters)}`),
      ]) {
        assert.deepEqual([answer.status, answer.at('at')], [status, at], answer.text);
      }
    }
    for (const [name, value] of [
      ['createdFrom', '2026-02-30'],
      ['updatedTo', 'soon'],
      ['sort', 'colour'],
    ] as const) {
      const answer = await admin.send('GET', `/app/v1/forms?${name}=${value}`);
      assert.deepEqual([answer.status, answer.at('at')], [400, name], answer.text);
    }
    const gone = new URLSearchParams({ template: node.services.ids.next(), where: '[]' });
    assert.equal((await admin.send('GET', `/app/v1/forms?${gone}`)).status, 404);
    assert.equal((await node.request('GET', `/v2/formz?${gone}`)).status, 404);
    const beside = await node.request('GET', `/v2/templates/${id}/formz?template=${id}`);
    assert.deepEqual([beside.status, beside.at('at')], [400, 'template']);
  });

  test('a page says whom its filters name, and a cursor of other filters is refused', async () => {
    const [, ada] = people;
    const creator = ada?.userId ?? '';
    const first = await admin.send('GET', `/app/v1/forms?scope=all&limit=1&creator=${creator}`);
    assert.deepEqual(ok(first).at('creator'), { id: creator, name: 'ada' });
    const cursor = encodeURIComponent(String(first.at('next')));
    const other = await admin.send('GET', `/app/v1/forms?scope=all&limit=1&cursor=${cursor}`);
    assert.deepEqual([other.status, other.at('at')], [400, 'cursor']);
  });
});

const fold = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
const next = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
