// The numbers of open work are the same in lists, counts, tiles of dashboards and exports, each for who sees it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readXlsx } from 'hucre/xlsx';
import { adminBrowser, type Browser, openBrowser } from '../support/browser.ts';
import { readCsv } from '../support/csv.ts';
import { forEachEngine } from '../support/engines.ts';
import { type Answer, type Instance, startInstance } from '../support/instance.ts';
import { NOBODY } from '../support/matrix-objects.ts';
import { writeWorkbook } from '../support/workbooks.ts';

const PASSWORD = 'four green kettles in march';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DEFINITION = { elements: [{ type: 'text', name: 'site', title: 'Site' }] };

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let ann: Browser;
  let annId: string;
  let templateId: string;
  let otherId: string;
  /** The ids of assignments, by reference. */
  const ids = new Map<string, string>();

  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const person = { userName: 'ann', displayName: 'Ann', password: PASSWORD };
    annId = String((await admin.send('POST', '/app/v1/users', { body: person })).at('id'));
    ann = openBrowser(node);
    await ann.signIn('ann', PASSWORD);
    ok(await admin.send('PATCH', '/app/v1/account', { body: { timeZone: 'Europe/Zurich' } }));
    templateId = await publish('Inspection');
    otherId = await publish('Handover');
    await send('done', -1);
    const form = ok(await ann.send('POST', `/app/v1/assignments/${idOf('done')}/form`, {}), 201);
    node.clock.advance(20 * MINUTE_MS);
    const done = `/app/v1/forms/${form.at('id')}/complete?completedMsAgo=${10 * MINUTE_MS}`;
    ok(await ann.send('POST', done, { body: {} }));
    await send('late-5', -5);
    await send('late-1', -1, { instructions: '=1+1, "quoted"', priority: 'high' });
    await send('late-2', -2, { assignee: { type: 'User', id: node.account.userId } });
    await send('soon', 1 / 60);
    await send('far', 24 * 90);
    await send('other', -3, { templateId: otherId });
    await send('declined', -9);
    const reason = { body: { reason: 'The road is closed.' } };
    ok(await ann.send('POST', `/app/v1/assignments/${idOf('declined')}/decline`, reason));
  });
  after(() => node.close());

  const idOf = (reference: string): string => ids.get(reference) ?? assert.fail(reference);
  const ok = (answer: Answer, status = 200): Answer => {
    assert.equal(answer.status, status, answer.text);
    return answer;
  };
  const publish = async (name: string): Promise<string> => {
    const body = { name, definition: DEFINITION, openToAll: true };
    const id = String(ok(await admin.send('POST', '/app/v1/templates', { body }), 201).at('id'));
    ok(await admin.send('POST', `/app/v1/templates/${id}/publish`, { body: {} }));
    return id;
  };
  const send = async (reference: string, hours: number, more: object = {}): Promise<void> => {
    const dueDate = new Date(node.services.clock.now() + hours * HOUR_MS).toISOString();
    const assignee = { type: 'User', id: annId };
    const body = { templateId, assignee, dueDate, reference, ...more };
    const sent = ok(await node.request('POST', '/v2/assignments', { body }), 201);
    ids.set(reference, String(sent.at('assignments', 0, 'id')));
  };
  const referencesOf = (items: unknown): readonly string[] =>
    Object(items).map(({ reference }: { reference: string }) => reference);
  const listed = async (by: Browser, query: string): Promise<readonly string[]> =>
    referencesOf(ok(await by.send('GET', `/app/v1/assignments?limit=100&${query}`)).at('items'));
  const figures = async (by: Browser, query = '') =>
    Object(ok(await by.send('GET', `/app/v1/assignments/figures${query}`)).body);
  const exported = async (query: string) => {
    const path = `/v2/assignments/export?${query}`;
    const [heads = [], ...rows] = readCsv(ok(await node.request('GET', path)).text);
    const named = (row: readonly string[]) =>
      Object.fromEntries(heads.map((head, i) => [head, row[i]]));
    return rows.filter(({ length }) => length > 1).map(named);
  };

  test('what is late and due this week is counted as the list shows it, of a template or of all', async () => {
    const all = await figures(admin);
    const late = await listed(admin, 'overdue=true');
    assert.deepEqual(late, ['late-5', 'other', 'late-2', 'late-1']);
    assert.deepEqual(all.late, { count: 4, isExact: true });
    // Of 5, 3, 2 and 1 hours.
    assert.equal(Math.round(all.medianLatenessMinutes / 10), 15);
    const week = `state=waiting,begun&dueFrom=${all.week.from}&dueTo=${all.week.to}`;
    const due = await listed(admin, week);
    assert.ok(!due.includes('far') && !due.includes('done'), String(due));
    assert.deepEqual(all.dueThisWeek, { count: due.length, isExact: true });
    assert.equal(new Date(all.week.from).getUTCDay(), 1);
    const one = await figures(admin, `?template=${otherId}`);
    assert.equal(one.late.count, 1);
    const api = ok(await node.request('GET', `/v2/assignments/figures?template=${otherId}`));
    assert.deepEqual(api.at('late'), one.late);
    const none = await figures(admin, `?template=${NOBODY}`);
    assert.deepEqual([none.late.count, none.medianLatenessMinutes], [0, null]);
  });

  test('a person counts the work that they see, and no other', async () => {
    const seen = await listed(ann, 'overdue=true');
    assert.deepEqual(seen, ['late-5', 'other', 'late-1']);
    const own = await figures(ann);
    assert.equal(own.late.count, seen.length);
    assert.equal(Math.round(own.medianLatenessMinutes / 10), 18);
  });

  test('a tile of a dashboard shows a number of work to those who may see the forms of its template', async () => {
    const body = { name: 'Team', tiles: [{ work: { figure: 'late', template: templateId } }] };
    const made = ok(await admin.send('POST', '/app/v1/dashboards', { body }), 201);
    const path = `/app/v1/dashboards/${made.at('id')}`;
    assert.deepEqual(made.at('tiles', 0, 'work'), {
      ...{ figure: 'late', template: templateId },
      templateName: 'Inspection',
    });
    // Arranged by their ids alone, tiles stay as they are.
    const more = { work: { figure: 'medianLateness', title: 'How late' } };
    const tiles = [more, { id: made.at('tiles', 0, 'id') }];
    const changed = ok(await admin.send('PUT', path, { body: { name: 'Team', tiles } }));
    const shown = ok(await admin.send('GET', path));
    assert.deepEqual(shown.at('tiles'), changed.at('tiles'));
    assert.deepEqual(shown.at('tiles', 0, 'work'), more.work);
    assert.equal(shown.at('tiles', 1, 'work', 'templateName'), 'Inspection');
    const refused = async (tile: object) => {
      const answer = await admin.send('PUT', path, { body: { name: 'Team', tiles: [tile] } });
      return [answer.status, answer.at('at')];
    };
    const unknown = { work: { figure: 'late', template: NOBODY } };
    assert.deepEqual(await refused(unknown), [400, 'tiles[0].work.template']);
    const settings = { template: templateId, field: 'x', show: 'chart' };
    assert.deepEqual(await refused({ settings, ...more }), [400, 'tiles[0].work']);
    assert.deepEqual(await refused({ work: { figure: 'all' } }), [400, 'tiles[0].work.figure']);
    // What a node of 0.2.0 reads: a chart that nobody may see.
    const [row] = await node.services.db.reader.selectFrom('dashboards').select('tiles').execute();
    const [, old] = JSON.parse(row?.tiles ?? '[]');
    assert.deepEqual([old.settings.template, old.settings.field], [templateId, '']);
  });

  test('an export has the rows of the list in its order, with how late each is and both times of completion', async () => {
    const rows = await exported(`template=${templateId}&state=waiting,begun,done,declined`);
    const states = 'state=waiting,begun,done,declined';
    const shown = await listed(admin, `template=${templateId}&${states}`);
    assert.deepEqual(
      rows.map((row) => row['Reference']),
      shown,
    );
    const of = (reference: string) => rows.find((row) => row['Reference'] === reference) ?? {};
    assert.equal(Math.round(Number(of('late-5')['Late by (hours)'])), 5);
    assert.equal(of('soon')['Late by (hours)'], '');
    assert.deepEqual(
      [of('declined')['State'], of('declined')['Reason for declining'], of('declined')['Done']],
      ['declined', 'The road is closed.', ''],
    );
    const done = of('done');
    // Due an hour before it was begun, and done on the device ten minutes after.
    assert.equal(Math.round(Number(done['Late by (hours)']) * 6), 7);
    const apart = Date.parse(done['Done'] ?? '') - Date.parse(done['Done on the device'] ?? '');
    assert.ok(Math.abs(apart - 10 * MINUTE_MS) < MINUTE_MS, JSON.stringify(done));
    assert.match(done['Due'] ?? '', /\+0[12]:00$/, 'by the clock of the organisation');
    assert.deepEqual(
      [of('late-1')['Instructions'], of('late-1')['Assigned to'], of('late-1')['Priority']],
      [`'=1+1, "quoted"`, 'Ann', 'high'],
      'a spreadsheet takes no text for a formula',
    );
    const late = await exported('overdue=true');
    assert.equal(late.length, (await figures(admin)).late.count);
  });

  test('the page exports what its filters show, as a workbook in the language of the reader', async () => {
    const query = 'overdue=true&format=xlsx&locale=de';
    const file = ok(await ann.send('GET', `/app/v1/assignments/export?${query}`));
    assert.match(file.headers['content-disposition'] ?? '', /work\.xlsx/);
    const { sheets } = await readXlsx(file.bytes);
    const [heads, ...rows] = sheets[0]?.rows ?? [];
    assert.deepEqual(heads?.slice(0, 3), ['Vorlage', 'Referenz', 'Zugewiesen an']);
    assert.deepEqual(
      rows.map((row) => row[1]),
      await listed(ann, 'overdue=true'),
    );
    const wrong = await ann.send('GET', '/app/v1/assignments/export?format=pdf');
    assert.deepEqual([wrong.status, wrong.at('at')], [400, 'format']);
  });

  test('the rows of a workbook are read as texts, be it an export of this page or one of another program', async () => {
    const headers = { 'content-type': 'application/octet-stream' };
    const rowsOf = (body: Buffer, status = 200) =>
      ann.send('POST', '/app/v1/workbooks/rows', { body, headers }).then((got) => ok(got, status));
    const query = 'overdue=true&format=xlsx';
    const file = ok(await ann.send('GET', `/app/v1/assignments/export?${query}`));
    const own = await rowsOf(file.bytes);
    assert.deepEqual(Object(own.at('headers')).slice(0, 2), ['Template', 'Reference']);
    const references = Object(own.at('rows')).map(({ cells }: { cells: string[] }) => cells[1]);
    assert.deepEqual(references, await listed(ann, 'overdue=true'));
    assert.match(String(own.at('rows', 0, 'cells', 5)), /^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
    const sheets = {
      Sites: [['User name', 'Site', 'Flow'], ['ann', null, 2.5], [null], ['bob', 'Dam']],
    };
    const read = await rowsOf(await writeWorkbook({ ...sheets, Other: [['no']] }));
    assert.deepEqual(read.body, {
      headers: ['User name', 'Site', 'Flow'],
      rows: [
        { row: 2, cells: ['ann', '', '2.5'] },
        { row: 4, cells: ['bob', 'Dam'] },
      ],
    });
    const refused = await rowsOf(Buffer.from('PK, but no archive'), 422);
    assert.equal(refused.at('code'), 'import-refused');
    assert.equal((await rowsOf(Buffer.from('user,site'), 422)).at('code'), 'import-refused');
  });
});
