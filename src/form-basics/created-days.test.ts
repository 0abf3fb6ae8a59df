// The days on which forms were created choose the same forms on every way to the answers of a template.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readXlsx } from 'hucre/xlsx';
import { adminBrowser, type Browser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../test/support/instance.ts';
import { waitUntil } from '../../test/support/wait-until.ts';

type Query = Readonly<Record<string, string>>;

const MINUTE_MS = 60_000;
const DEFINITION = {
  elements: [
    { type: 'text', name: 'site' },
    { type: 'text', name: 'day', inputType: 'date', title: 'Day' },
    { type: 'matrixdynamic', name: 'parts', columns: [{ name: 'part', cellType: 'text' }] },
  ],
};
const FAULTS = [
  [{ createdFrom: '2030-02-30' }, 'createdFrom', 'wrong-format'],
  [{ createdTo: 'soon' }, 'createdTo', 'wrong-format'],
  [{ createdFrom: '2030-03-10', createdTo: '2030-03-09' }, 'createdTo', 'ends-before-begin'],
] as const;

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let templateId: string;
  let token: string;
  /** Created a few minutes before midnight in Tokyo, and a few minutes after it: on one day of UTC. */
  let evening: string;
  let morning: string;
  before(async () => {
    node = await startInstance(engine);
    node.clock.advance(Date.UTC(2030, 2, 9, 14, 55) - node.clock.now());
    admin = await adminBrowser(node);
    ok(await admin.send('PATCH', '/app/v1/account', { body: { timeZone: 'Asia/Tokyo' } }));
    const body = { name: 'Dated', definition: DEFINITION, openToAll: true };
    token = await node.token(node.account.clientId, node.account.clientSecret);
    templateId = String(ok(await admin.send('POST', '/app/v1/templates', { body }), 201).at('id'));
    ok(await admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} }));
    evening = await create('2030-03-08');
    node.clock.advance(10 * MINUTE_MS);
    morning = await create('2030-03-10');
  });
  after(() => node.close());

  const ok = (answer: Answer, status = 200): Answer => {
    assert.equal(answer.status, status, answer.text);
    return answer;
  };
  const create = async (day: string): Promise<string> => {
    const body = { templateId, answers: { site: 'Weir', day, parts: [{ part: 'Bolt' }] } };
    return String(ok(await admin.send('POST', '/app/v1/forms', { body }), 201).at('id'));
  };
  const ask = (path: string, query: Query): Promise<Answer> => {
    const whole = `${path}?${new URLSearchParams(query)}`;
    return path.startsWith('/app/')
      ? admin.send('GET', whole)
      : node.request('GET', whole, { token });
  };
  /** All lists of forms and of their answers, each with what it needs beside the days. */
  const lists = (): readonly (readonly [path: string, query: Query])[] => [
    ['/app/v1/forms', { scope: 'all' }],
    [`/app/v1/templates/${templateId}/answers`, {}],
    [`/app/v1/templates/${templateId}/answers/rows`, {}],
    ['/v2/formz', {}],
    [`/v2/templates/${templateId}/formz`, {}],
    [`/v2/templates/${templateId}/answers`, {}],
    [`/v2/templates/${templateId}/answers`, { format: 'ndjson' }],
    [`/v2/templates/${templateId}/answers`, { format: 'csv', columns: 'id' }],
  ];
  const sums = () => `/app/v1/templates/${templateId}/answers/sums`;

  test('a day is one of the organisation, and both ends of a period belong to it, in every list', async () => {
    for (const [days, inside, outside] of [
      [{ createdTo: '2030-03-09' }, evening, morning],
      [{ createdFrom: '2030-03-10' }, morning, evening],
      [{ createdFrom: '2030-03-09', createdTo: '2030-03-09' }, evening, morning],
    ] as const) {
      for (const [path, query] of lists()) {
        const { text } = ok(await ask(path, { ...query, ...days }));
        const found = [text.includes(inside), text.includes(outside)];
        assert.deepEqual(found, [true, false], `${path} ${JSON.stringify([query, days])}`);
      }
      assert.equal(ok(await ask(sums(), days)).at('count'), 1);
    }
    for (const [days, count] of [
      [{ createdFrom: '2030-03-09', createdTo: '2030-03-10' }, 2],
      [{ createdFrom: '2030-03-10', createdTo: '9999-12-31' }, 1],
      [{ createdTo: '9999-12-31' }, 2],
      [{ createdFrom: '9999-12-31' }, 0],
    ] as const) {
      assert.equal(ok(await ask(sums(), days)).at('count'), count, JSON.stringify(days));
    }
    const endless = { from: '2030-03-10', to: '9999-12-31' };
    const summary = await ask(`/v2/templates/${templateId}/summary`, endless);
    assert.equal(ok(summary).at('total'), 1);
  });

  test('a day that does not exist, and a period that ends before it begins, are refused with their place everywhere', async () => {
    for (const [days, at, reason] of FAULTS) {
      const isReversed = reason === 'ends-before-begin';
      const listed = lists().filter(([path]) => !(isReversed && path === '/app/v1/forms'));
      const answers = { templateId, ...days };
      const act = { act: 'complete', forms: { answers }, expected: 1 };
      const refused = [
        ...(await Promise.all(listed.map(([path, query]) => ask(path, { ...query, ...days })))),
        await ask(sums(), days),
        await admin.send('POST', '/app/v1/exports', { body: { kind: 'csv', templateId, ...days } }),
        await admin.send('POST', '/app/v1/bulk-acts', { body: act }),
      ];
      for (const answer of refused) {
        const said = ['code', 'at', 'reason'].map((name) => answer.at(name));
        assert.deepEqual([answer.status, ...said], [400, 'invalid-parameter', at, reason]);
      }
    }
    // The page with all forms lets people choose the first and the last day one after the other.
    const moved = { scope: 'all', createdFrom: '2030-03-10', createdTo: '2030-03-09' };
    assert.deepEqual(ok(await ask('/app/v1/forms', moved)).at('items'), []);
    const body = { kind: 'json', templateId, createdFrom: '2030-03-09' };
    const json = await admin.send('POST', '/app/v1/exports', { body });
    assert.deepEqual([json.status, json.at('code'), json.at('at')], [400, 'invalid-value', 'kind']);
  });

  test('a cursor belongs to its period', async () => {
    const days = { createdFrom: '2030-03-09' };
    for (const [path] of lists().slice(0, 3)) {
      const asked = { ...(path === '/app/v1/forms' && { scope: 'all' }), limit: '1' };
      const cursor = String(ok(await ask(path, { ...asked, ...days })).at('next'));
      ok(await ask(path, { ...asked, ...days, cursor }));
      for (const other of [{}, { createdTo: '2030-03-10' }, { createdFrom: '2030-03-08' }]) {
        const refused = await ask(path, { ...asked, ...other, cursor });
        assert.deepEqual([refused.status, refused.at('at')], [400, 'cursor'], path);
      }
    }
    for (const path of ['/v2/formz', `/v2/templates/${templateId}/answers`]) {
      const page = ok(await ask(path, { ...days, pageSize: '1' }));
      const [, next = ''] = /<([^>]+)>; rel="next"/.exec(page.headers['link'] ?? '') ?? [];
      const query = Object.fromEntries(new URL(next).searchParams);
      assert.equal(query['createdFrom'], '2030-03-09');
      ok(await ask(path, query));
      const refused = await ask(path, { ...query, createdFrom: '2030-03-08' });
      assert.deepEqual([refused.status, refused.at('at')], [400, 'after'], path);
    }
  });

  test('a workbook names its period, and an action on all that match leaves other days alone', async () => {
    const asked = { kind: 'xlsx', templateId, columns: 'id', createdTo: '2030-03-09' };
    const begun = ok(await admin.send('POST', '/app/v1/exports', { body: asked }), 202);
    const job = `/app/v1/exports/${begun.at('id')}`;
    await waitUntil(async () => (await admin.send('GET', job)).at('state') === 'done');
    const { sheets } = await readXlsx((await admin.send('GET', `${job}/files/0`)).bytes);
    assert.deepEqual(sheets[0]?.rows.slice(1), [[evening]]);
    const facts = sheets.at(-1)?.rows ?? [];
    assert.ok(facts.some(([name, value]) => name === 'Created' && value === '… – 2030-03-09'));

    const answers = { templateId, createdFrom: '2030-03-10' };
    const body = { act: 'complete', forms: { answers }, expected: 1 };
    const act = ok(await admin.send('POST', '/app/v1/bulk-acts', { body }), 202);
    const path = String(act.headers['location']);
    await waitUntil(async () => (await admin.send('GET', path)).at('state') === 'done');
    const statuses = [evening, morning].map(async (id) =>
      (await admin.send('GET', `/app/v1/forms/${id}`)).at('status'),
    );
    assert.deepEqual(await Promise.all(statuses), ['draft', 'complete']);
  });

  test('words stand for days that move on: a saved week is another one a week later, in every list', async () => {
    const found = async (days: Query) => {
      for (const [path, query] of lists()) {
        const { text } = ok(await ask(path, { ...query, ...days }));
        const seen = [evening, morning].filter((id) => text.includes(id)).length;
        const { length } = await expected(days);
        assert.equal(seen, length, `${path} ${JSON.stringify(days)}`);
      }
      return expected(days);
    };
    const expected = async (days: Query) => {
      const { text } = ok(await ask('/app/v1/forms', { scope: 'all', ...days }));
      return [
        ...(text.includes(evening) ? ['evening'] : []),
        ...(text.includes(morning) ? ['morning'] : []),
      ];
    };
    const week = (word: string) => ({ createdFrom: word, createdTo: word });
    // A Sunday in Tokyo, a few minutes after midnight.
    assert.deepEqual(await found({ createdTo: 'yesterday' }), ['evening']);
    assert.deepEqual(await found({ createdFrom: 'today' }), ['morning']);
    assert.deepEqual(await found(week('this-week')), ['evening', 'morning']);
    assert.deepEqual(await found(week('last-week')), []);
    const counted = async (query: Query) => {
      const summary = ok(await ask(`/v2/templates/${templateId}/summary`, query));
      return [summary.at('total'), summary.at('compared')];
    };
    const weeks = {
      ...{ from: 'this-week', to: 'this-week' },
      ...{ compareFrom: 'last-week', compareTo: 'last-week' },
    };
    assert.deepEqual(await counted(weeks), [2, 0]);
    node.clock.advance(24 * 60 * MINUTE_MS);
    admin = await adminBrowser(node);
    token = await node.token(node.account.clientId, node.account.clientSecret);
    assert.deepEqual(await found(week('this-week')), []);
    assert.deepEqual(await found(week('last-week')), ['evening', 'morning']);
    assert.deepEqual(await counted(weeks), [0, 2]);
    const asked = { kind: 'xlsx', templateId, columns: 'id', ...week('last-week') };
    const begun = ok(await admin.send('POST', '/app/v1/exports', { body: asked }), 202);
    const job = `/app/v1/exports/${begun.at('id')}`;
    await waitUntil(async () => (await admin.send('GET', job)).at('state') === 'done');
    const { sheets } = await readXlsx((await admin.send('GET', `${job}/files/0`)).bytes);
    assert.equal(sheets[0]?.rows.length, 3);
    const facts = sheets.at(-1)?.rows ?? [];
    assert.ok(
      facts.some(([name, value]) => name === 'Created' && value === '2030-03-04 – 2030-03-10'),
    );
    const reversed = await ask(sums(), { createdFrom: 'today', createdTo: 'last-week' });
    assert.deepEqual([reversed.status, reversed.at('at')], [400, 'createdTo']);
  });

  test('conditions on days take the same words, and move on too', async () => {
    const path = `/app/v1/templates/${templateId}/answers`;
    const { fields } = JSON.parse((await admin.send('GET', path)).text);
    const { id: field } = fields.find(({ title }: { title: string }) => title === 'Day');
    const found = async (op: string, value: string) => {
      const where = JSON.stringify([{ field, op, value }]);
      const { text } = ok(await ask(path, { where }));
      const [first, second] = [text.includes(evening), text.includes(morning)];
      return [...(first ? ['2030-03-08'] : []), ...(second ? ['2030-03-10'] : [])];
    };
    // A Monday in Tokyo.
    assert.deepEqual(await found('on', 'last-week'), ['2030-03-08', '2030-03-10']);
    assert.deepEqual(await found('before', 'this-week'), ['2030-03-08', '2030-03-10']);
    assert.deepEqual(await found('on', 'yesterday'), ['2030-03-10']);
    assert.deepEqual(await found('before', 'yesterday'), ['2030-03-08']);
    assert.deepEqual(await found('after', 'last-month'), ['2030-03-08', '2030-03-10']);
    assert.deepEqual(await found('after', 'last-week'), []);
    const where = JSON.stringify([{ field, op: 'on', value: 'next-week' }]);
    const refused = await ask(path, { where });
    assert.deepEqual([refused.status, refused.at('at')], [400, 'where[0].value']);
  });
});
