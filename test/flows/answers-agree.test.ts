// The table of answers, the API in all its formats, exports and sums: the same filter and order is the same forms
// everywhere, for whoever asks.
// Nightly: it asks the same of many endpoints, again and again.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { readXlsx } from 'hucre/xlsx';
import type { JsonObject } from '#kernel/json.ts';
import { dayIn } from '#kernel/time-zone.ts';
import { PNG } from '../support/attachments.ts';
import { forEachEngine } from '../support/engines.ts';
import type { Answer } from '../support/instance.ts';
import { makeRightsWorld, type Person, type RightsWorld } from '../support/rights-world.ts';
import { between, oneOf, type Random, seeded } from '../support/seeded.ts';
import { IS_DEEP } from '../support/timing.ts';
import { unzip } from '../support/unzip.ts';

const FORMS = 60;
const ZONE = 'Asia/Tokyo';
const STEP_MS = 5 * 3_600_000;
const ROUNDS = IS_DEEP ? 60 : 8;
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const DEFINITION: JsonObject = {
  elements: [
    { type: 'text', name: 'site', title: 'Site' },
    { type: 'text', name: 'count', inputType: 'number', title: 'Count', unit: 'kg' },
    { type: 'text', name: 'day', inputType: 'date', title: 'Day' },
    {
      type: 'dropdown',
      name: 'state',
      title: 'State',
      choices: [{ value: 'g', text: 'Good' }, 'bad'],
    },
    { type: 'file', name: 'photo', title: 'Photo' },
    {
      type: 'matrixdynamic',
      name: 'parts',
      title: 'Parts: [all]',
      columns: [
        { name: 'part', title: 'Part', cellType: 'text' },
        { name: 'qty', title: 'Quantity', cellType: 'text', inputType: 'number' },
      ],
    },
  ],
};

function answersBy(random: Random): JsonObject {
  return {
    ...(random() < 0.8 && { site: oneOf(random, ['Hall', 'Weir', '=1+1', 'Straße']) }),
    ...(random() < 0.8 && { count: between(random, -6, 6) / 2 }),
    ...(random() < 0.8 && { day: oneOf(random, ['2026-01-31', '2025-12-01']) }),
    ...(random() < 0.8 && { state: oneOf(random, ['g', 'bad']) }),
    ...(random() < 0.3 && { parts: [{ part: '@x', qty: 2 }, { part: 'Bolt' }] }),
  };
}

forEachEngine((engine) => {
  let world: RightsWorld;
  let templateId: string;
  let ids: ReadonlyMap<string, string>;
  const made = new Map<string, JsonObject>();
  /** The day in {@link ZONE} on which each form was created. */
  const days = new Map<string, string>();
  before(async () => {
    world = await makeRightsWorld(engine);
    const { hanna, hugo, gina, adam, node } = world;
    await adam.ask('PATCH', '/app/v1/account', { body: { timeZone: ZONE } });
    const template = await hanna.ask('POST', '/app/v1/templates', {
      body: { name: 'Agree', definition: DEFINITION, openToAll: true },
    });
    templateId = String(template.at('id'));
    const published = await hanna.ask('POST', `/app/v1/templates/${templateId}/publish`, {
      body: {},
    });
    assert.equal(published.status, 200, published.text);
    const random = seeded(21);
    const { db, forms } = node.services;
    node.clock.advance(-FORMS * STEP_MS);
    for (let i = 0; i < FORMS; i += 1) {
      const { by } = oneOf(random, [hanna, hugo, gina]);
      const answers = answersBy(random);
      const body = { templateId, name: oneOf(random, ['b', 'A', 'c']), answers };
      const { form } = await db.transaction((tx) => forms.createForm(tx, by, body));
      made.set(form.id, answers);
      days.set(form.id, dayIn(form.createdAt, ZONE));
      node.clock.advance(STEP_MS);
    }
    const list = await hanna.ask('GET', `/app/v1/templates/${templateId}/answers?limit=1`);
    const fields = list.at('fields') as { id: string; title: string }[];
    ids = new Map(fields.map(({ id, title }) => [title, id]));
  });
  after(() => world.node.close());

  const ok = (answer: Answer): Answer => {
    assert.equal(answer.status, 200, answer.text);
    return answer;
  };
  const query = (members: Readonly<Record<string, string>>): string =>
    new URLSearchParams(members).toString();

  async function pagesOfApp(by: Person, asked: Readonly<Record<string, string>>) {
    const found: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const more: Record<string, string> = cursor === '' ? {} : { cursor };
      const path = `/app/v1/templates/${templateId}/answers?${query({ ...asked, limit: '17', ...more })}`;
      const page = ok(await by.ask('GET', path));
      found.push(...(page.at('items') as { id: string }[]).map(({ id }) => id));
      cursor = page.at('next') as string | undefined;
    }
    return found;
  }

  async function pagesOfApi(by: Person, asked: Readonly<Record<string, string>>) {
    const found: string[] = [];
    let path = `/v2/templates/${templateId}/answers?${query({ ...asked, pageSize: '17' })}`;
    for (;;) {
      const page = ok(await by.ask('GET', path));
      found.push(...(page.body as { formId: string }[]).map(({ formId }) => formId));
      const [, next] = /<([^>]+)>; rel="next"/.exec(page.headers['link'] ?? '') ?? [];
      if (next === undefined) return { found, total: Number(page.headers['x-total-count']) };
      const { pathname, search } = new URL(next);
      path = pathname + search;
    }
  }

  const streamed = async (by: Person, asked: Readonly<Record<string, string>>, accept: string) =>
    ok(
      await by.ask('GET', `/v2/templates/${templateId}/answers?${query(asked)}`, {
        headers: { accept },
      }),
    );

  async function exported(by: Person, body: JsonObject): Promise<Answer> {
    const begun = await by.ask('POST', '/app/v1/exports', { body: { templateId, ...body } });
    assert.equal(begun.status, 202, begun.text);
    for (;;) {
      const job = ok(await by.ask('GET', `/app/v1/exports/${begun.at('id')}`));
      if (job.at('finishedAt') === undefined) {
        await setTimeout(25);
        continue;
      }
      assert.equal(job.at('state'), 'done', job.text);
      return ok(await by.ask('GET', String(job.at('files', 0, 'url'))));
    }
  }

  const firstCells = (csv: string): readonly string[] =>
    csv
      .replace('\uFEFF', '')
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0] ?? '');
  const firstColumn = async (bytes: Buffer): Promise<readonly string[]> => {
    const { sheets } = await readXlsx(bytes);
    return (sheets[0]?.rows ?? []).slice(1).map((row) => String(row[0]));
  };

  function periodBy(random: Random): Readonly<Record<string, string>> {
    const all = [...days.values()];
    const drawn = [0, 1].map(() => all[between(random, 0, FORMS - 1)] ?? '');
    const [createdFrom = '', createdTo = ''] = drawn.toSorted();
    const period = { createdFrom, createdTo };
    return oneOf<Readonly<Record<string, string>>>(random, [
      {},
      { createdFrom },
      { createdTo },
      period,
    ]);
  }

  test('page, API, streams, exports, sums and summary agree for each filter, period, order and person', async () => {
    const random = seeded(4);
    const { hanna, hugo, mila } = world;
    const id = (title: string) => ids.get(title) ?? assert.fail(title);
    let narrowed = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const by = oneOf(random, [hanna, hanna, hugo, mila]);
      const where = oneOf<readonly JsonObject[]>(random, [
        [],
        [{ field: id('Site'), op: 'answered' }],
        [{ field: id('Count'), op: 'ge', value: 0 }],
        [
          { field: id('State'), op: 'any', value: ['g'] },
          { field: id('Day'), op: 'blank' },
        ],
        [{ field: `${id('Parts: [all]')}.part`, op: 'equals', value: 'bolt' }],
      ]);
      const sort = oneOf(random, [
        'name,number desc',
        `${id('Count')} desc`,
        `${id('State')},${id('Site')} desc`,
        'lastUpdateDate desc',
        `status desc,${id('Day')}`,
      ]);
      const period = periodBy(random);
      const asked = { sort, where: JSON.stringify(where), ...period };
      const what = JSON.stringify([round, asked]);
      const { createdFrom: from = '', createdTo: to = '9999' } = period;
      const always = await pagesOfApp(by, { sort, where: asked.where });
      const expected = always.filter((form) => {
        const day = days.get(form) ?? '';
        return from <= day && day <= to;
      });
      if (expected.length > 0 && expected.length < always.length) narrowed += 1;
      assert.deepEqual(await pagesOfApp(by, asked), expected, what);
      const api = await pagesOfApi(by, asked);
      assert.deepEqual(api.found, expected, what);
      assert.equal(api.total, expected.length, what);
      const lines = (await streamed(by, asked, 'application/x-ndjson')).text.trim().split('\n');
      const parsed = lines.filter((line) => line !== '').map((line) => JSON.parse(line));
      assert.deepEqual(
        parsed.map(({ formId }) => formId),
        expected,
        what,
      );
      assert.deepEqual(firstCells((await streamed(by, asked, 'text/csv')).text), expected, what);
      assert.deepEqual(await firstColumn((await streamed(by, asked, XLSX)).bytes), expected, what);
      const table = { ...asked, columns: `id,${id('Count')}` };
      const csv = await exported(by, { kind: 'csv', ...table });
      assert.deepEqual(firstCells(csv.text), expected, what);
      const workbook = await exported(by, { kind: 'xlsx', ...table });
      assert.deepEqual(await firstColumn(workbook.bytes), expected, what);

      const path = `/app/v1/templates/${templateId}/answers/sums?${query({ where: asked.where, ...period, fields: id('Count') })}`;
      const sums = ok(await by.ask('GET', path));
      const counts = expected.flatMap((form) => {
        const count = made.get(form)?.['count'];
        return typeof count === 'number' ? [count] : [];
      });
      const sum = counts.reduce((all, each) => all + each, 0);
      assert.equal(sums.at('count'), expected.length, what);
      assert.deepEqual(sums.at('fields', 0), {
        id: id('Count'),
        answered: counts.length,
        blank: expected.length - counts.length,
        ...(counts.length > 0 && { sum, mean: sum / counts.length }),
      });
      const counted = query({
        ...{ where: asked.where, fields: id('Count') },
        ...(period['createdFrom'] !== undefined && { from }),
        ...(period['createdTo'] !== undefined && { to }),
      });
      const summary = await by.ask('GET', `/v2/templates/${templateId}/summary?${counted}`);
      assert.equal(ok(summary).at('total'), expected.length, what);
    }
    assert.ok(narrowed > 0, 'some periods hold some of the forms');
  });

  test('a workbook has real numbers and days, formulas as text, links to files, and sheets for tables and for what it is', async () => {
    const { hanna } = world;
    const answers = {
      site: '=1+1',
      count: 1.5,
      day: '2026-02-28',
      state: 'g',
      parts: [{ part: '@x' }],
    };
    const form = await hanna.ask('POST', '/app/v1/forms', {
      body: {
        templateId,
        name: 'Whole',
        answers,
      },
    });
    const formId = String(form.at('id'));
    made.set(formId, answers);
    const sent = await hanna.ask('POST', `/v2/formz/${formId}/attachments?field=photo`, {
      body: PNG,
      headers: { 'content-type': 'image/png', 'content-disposition': 'filename="a.png"' },
    });
    assert.equal(sent.status, 201, sent.text);
    const [id, name, type, size] = ['id', 'name', 'type', 'size'].map((each) => sent.at(each));
    const known = ok(await hanna.ask('GET', `/app/v1/forms/${formId}`));
    const patched = await hanna.ask('PATCH', `/app/v1/forms/${formId}`, {
      body: {
        revision: known.at('revision'),
        answers: { ...answers, photo: [{ id, name, type, size }] },
      },
    });
    assert.equal(patched.status, 200, patched.text);
    const file = await exported(hanna, { kind: 'xlsx', sort: 'number desc' });
    assert.equal(file.headers['content-type'], XLSX);
    const { sheets } = await readXlsx(file.bytes);
    assert.deepEqual(
      sheets.map(({ name }) => name),
      ['Forms', 'Parts all', 'Fields', 'About'],
    );
    const [forms, parts, fields, about] = sheets;
    const [heads = [], first = []] = forms?.rows ?? [];
    assert.deepEqual(heads.slice(0, 9), [
      'Form id',
      'Number',
      'Name',
      'Status',
      'Last changed',
      'Site',
      'Count (kg)',
      'Day',
      'State',
    ]);
    assert.deepEqual(first.slice(0, 4), [formId, FORMS + 1, 'Whole', 'draft']);
    assert.ok(first[4] instanceof Date);
    assert.deepEqual(first.slice(5, 7), ['=1+1', 1.5]);
    assert.ok(first[7] instanceof Date);
    assert.equal(first[7].toISOString(), '2026-02-28T00:00:00.000Z');
    assert.deepEqual(first.slice(8, 11), ['Good', name, 1]);
    const sheet = unzip(file.bytes).get('xl/worksheets/sheet1.xml')?.toString() ?? '';
    assert.match(
      sheet,
      new RegExp(`HYPERLINK\\(&quot;https://[^&]+/app/v1/forms/${formId}/attachments/${id}&quot;`),
    );
    assert.deepEqual(parts?.rows.slice(0, 2), [
      ['Form id', 'Number', 'Row', 'Part', 'Quantity'],
      [formId, FORMS + 1, 1, '@x', null],
    ]);
    assert.ok(fields?.rows.some((row) => row[2] === 'Quantity' && row[5] === 'Parts: [all]'));
    assert.ok(about?.rows.some((row) => row[0] === 'Template' && row[1] === 'Agree'));
    const csv = await exported(hanna, {
      kind: 'csv',
      sort: 'number desc',
      columns: ids.get('Site') ?? '',
    });
    assert.equal(csv.text.split('\r\n')[1], "'=1+1");
  });

  test('numbers in different units are sorted unit by unit on the page, over the API and in exports', async () => {
    const { hanna } = world;
    const path = `/app/v1/templates/${templateId}`;
    const definition = JSON.parse(JSON.stringify(DEFINITION).replace('"kg"', '"g"'));
    ok(await hanna.ask('PATCH', path, { body: { definition } }));
    ok(await hanna.ask('POST', `${path}/publish`, { body: {} }));
    const body = { templateId, answers: { count: 99 } };
    const grams = await hanna.ask('POST', '/app/v1/forms', { body });
    const sort = ids.get('Count') ?? '';
    const list = ok(await hanna.ask('GET', `${path}/answers?${query({ sort })}`));
    assert.deepEqual(list.at('fields', 1, 'units'), ['g', 'kg']);
    assert.equal(list.at('items', 0, 'id'), grams.at('id'));
    const expected = await pagesOfApp(hanna, { sort });
    assert.deepEqual((await pagesOfApi(hanna, { sort })).found, expected);
    const csv = await exported(hanna, { kind: 'csv', sort, columns: 'id' });
    assert.deepEqual(firstCells(csv.text), expected);
  });

  test('the rows of a table are those of the forms that a filter finds, page by page, for whoever asks', async () => {
    const { hanna, hugo } = world;
    const table = ids.get('Parts: [all]') ?? '';
    const where = JSON.stringify([{ field: ids.get('Site'), op: 'answered' }]);
    const createdFrom = String([...days.values()][FORMS / 2]);
    for (const by of [hanna, hugo]) {
      const asked = { sort: 'number', where, createdFrom };
      const forms = await pagesOfApp(by, asked);
      const expected = forms.flatMap((form) => {
        const parts = made.get(form)?.['parts'];
        return (Array.isArray(parts) ? parts : []).map((part: JsonObject, at) =>
          [form, at + 1, part['part'], part['qty'] ?? ''].join(' '),
        );
      });
      const rows: string[] = [];
      let total: unknown;
      for (let cursor: string | undefined = ''; cursor !== undefined; ) {
        const more: Record<string, string> = cursor === '' ? {} : { cursor };
        const path = `/app/v1/templates/${templateId}/answers/rows?${query({ ...asked, table, limit: '3', ...more })}`;
        const page = ok(await by.ask('GET', path));
        const items = page.at('items') as {
          id: string;
          row: number;
          cells: Record<string, string>;
        }[];
        for (const { id, row, cells } of items) {
          rows.push(`${id} ${row} ${cells[`${table}.part`]} ${cells[`${table}.qty`] ?? ''}`);
        }
        total ??= page.at('total');
        cursor = page.at('next') as string | undefined;
      }
      assert.ok(expected.length > 0);
      assert.deepEqual(rows, expected);
      assert.equal(total, expected.length);
    }
    const path = `/app/v1/templates/${templateId}/answers/rows?table=${ids.get('Site')}`;
    const refused = await hanna.ask('GET', path);
    assert.deepEqual([refused.status, refused.at('at')], [400, 'table']);
  });
});
