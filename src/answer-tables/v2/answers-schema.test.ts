// Reads answers as the web source of Power BI and Excel does: a token by a POST without an account, then CSV with the token in
// a header, headings from its first line, and types by the schema. docs/integrators.md has the query.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { readCsv } from '../../../test/support/csv.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../../test/support/instance.ts';

const FIELDS = [
  { type: 'text', name: 'site', title: 'Site' },
  { type: 'text', name: 'second', title: 'Site' },
  { type: 'text', name: 'cracks', title: 'Cracks', inputType: 'number' },
  { type: 'text', name: 'day', title: 'Day', inputType: 'date' },
  { type: 'text', name: 'moment', title: 'Moment', inputType: 'datetime-local' },
  { type: 'text', name: 'hour', title: 'Hour', inputType: 'time' },
  { type: 'dropdown', name: 'state', title: 'State', choices: ['good', 'bad'] },
  {
    type: 'matrixdynamic',
    name: 'parts',
    title: 'Parts',
    columns: [{ name: 'part', cellType: 'text' }],
  },
];
const ANSWERS = {
  site: 'Dam, north',
  cracks: 2.5,
  day: '2026-01-31',
  moment: '2026-01-31T09:05',
  hour: '07:30',
  state: 'bad',
  parts: [{ part: 'gate' }, { part: 'spillway' }],
};

/** What each type looks like; cells without an answer are left out before. */
const LOOKS: Readonly<Record<string, RegExp>> = {
  string: /./,
  any: /./,
  number: /^-?\d+(\.\d+)?$/,
  integer: /^\d+$/,
  '%Y-%m-%d': /^\d{4}-\d\d-\d\d$/,
  '%Y-%m-%dT%H:%M': /^\d{4}-\d\d-\d\dT\d\d:\d\d$/,
  '%H:%M': /^\d\d:\d\d$/,
  datetime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+(Z|[+-]\d\d:\d\d)$/,
};

interface SchemaField {
  readonly name: string;
  readonly id: string;
  readonly answer?: string;
  readonly type: string;
  readonly format?: string;
}

forEachEngine((engine) => {
  let node: Instance;
  let path: string;
  before(async () => {
    node = await startInstance(engine);
    const body = { name: 'Inspection', definition: { elements: FIELDS } };
    const made = ok(await node.request('POST', '/v2/templates', { body }), 201);
    path = `/v2/templates/${made.at('id')}/answers`;
    ok(await node.request('POST', `/v2/templates/${made.at('id')}/publish`));
    const { forms, db } = node.services;
    const { accountId, userId } = node.account;
    const by = { accountId, userId, role: 'admin', via: 'api' } as const;
    for (const answers of [ANSWERS, {}]) {
      await db.transaction((tx) =>
        forms.createForm(tx, by, { templateId: String(made.at('id')), answers }),
      );
    }
  });
  after(() => node.close());

  const ok = (answer: Answer, status = 200): Answer => {
    assert.equal(answer.status, status, answer.text);
    return answer;
  };
  /** As Web.Contents sends it: without an Accept header of ours, and with everything else in Query. */
  const read = async (at: string, query: Readonly<Record<string, string>> = {}) => {
    const { clientId, clientSecret } = node.account;
    const token = await node.token(clientId, clientSecret);
    const search = new URLSearchParams(query).toString();
    return ok(await node.request('GET', search === '' ? at : `${at}?${search}`, { token }));
  };
  const schemaFor = async (query: Readonly<Record<string, string>> = {}) => {
    const fields: readonly SchemaField[] = Object(
      (await read(`${path}/schema`, query)).at('fields'),
    );
    return fields;
  };

  test('every cell of CSV is of the type that the schema says, under its heading', async () => {
    const fields = await schemaFor();
    const [headings = [], ...rows] = readCsv((await read(path, { format: 'csv' })).text);
    assert.deepEqual(
      fields.map(({ name }) => name),
      headings,
    );
    assert.equal(new Set(headings).size, headings.length, 'a table has each heading once');
    assert.equal(rows.length, 2);
    for (const row of rows) {
      for (const [n, { name, type, format }] of fields.entries()) {
        const cell = row[n] ?? assert.fail(name);
        if (cell !== '') assert.match(cell, LOOKS[format ?? type] ?? assert.fail(type), name);
      }
    }
    const typeOf = new Map(fields.map(({ answer = '', type }) => [answer, type]));
    assert.deepEqual(
      Object.keys(ANSWERS).map((name) => typeOf.get(name)),
      ['string', 'number', 'date', 'datetime', 'time', 'string', 'integer'],
    );
  });

  test('the schema says under which name NDJSON has the answers of a column', async () => {
    const fields = await schemaFor();
    const [headings = [], ...rows] = readCsv((await read(path, { format: 'csv' })).text);
    const lines = (await read(path, { format: 'ndjson' })).text.trim().split('\n');
    const items = lines.map((line) => Object(JSON.parse(line)));
    for (const row of rows) {
      const { answers } = items.find(({ formId }) => formId === row[0]) ?? assert.fail(row[0]);
      for (const { name, answer = '', type } of fields) {
        const given = answers[answer];
        if (given === undefined) continue;
        const shown = type === 'integer' ? given.length : given;
        assert.equal(row[headings.indexOf(name)], String(shown), name);
      }
    }
  });

  test('chosen columns have a schema of their own, and ids stay what they are', async () => {
    const all = await schemaFor();
    const cracks = all.find(({ answer }) => answer === 'cracks') ?? assert.fail('no cracks');
    const query = { columns: `createdDate,${cracks.id},id` };
    const chosen = ok(await node.request('GET', `${path}/schema?columns=${query.columns}`));
    assert.deepEqual(chosen.at('primaryKey'), ['Form id']);
    const fields = await schemaFor(query);
    assert.deepEqual(
      fields.map(({ id, type }) => [id, type]),
      [
        ['createdDate', 'datetime'],
        [cracks.id, 'number'],
        ['id', 'string'],
      ],
    );
    const [headings] = readCsv((await read(path, { ...query, format: 'csv' })).text);
    assert.deepEqual(
      fields.map(({ name }) => name),
      headings,
    );
    const wrong = await node.request('GET', `${path}/schema?columns=nothing`);
    assert.deepEqual([wrong.status, wrong.at('at')], [400, 'columns']);
    const etag = chosen.headers['etag'] ?? '';
    const again = await node.request('GET', `${path}/schema?columns=${query.columns}`, {
      headers: { 'if-none-match': etag },
    });
    assert.equal(again.status, 304);
  });
});

test('the query for Power BI and Excel names what there is', () => {
  const [, query = ''] =
    /```powerquery\n(.*?)```/s.exec(readFileSync('docs/integrators.md', 'utf8')) ?? [];
  for (const part of [
    'connect/token',
    '/schema',
    'format = "csv"',
    'client_credentials',
    '[fields]',
  ]) {
    assert.ok(query.includes(part), part);
  }
  // Types that the query does not name are text.
  for (const type of ['number', 'integer', 'date', 'time', 'datetime']) {
    assert.match(query, new RegExp(`\\b${type} = `), type);
  }
});
