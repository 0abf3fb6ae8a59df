// Work for many people from the rows of a file: what is wrong with each row, and that the same file sends nothing twice.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser, openBrowser } from '../../../test/support/browser.ts';
import { envOf } from '../../../test/support/command-line.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../../test/support/instance.ts';
import { killedServer } from '../../../test/support/killed-server.ts';
import { LIST_SHAPE } from '../../../test/support/lists.ts';
import { casesOf, nightlyTest } from '../../../test/support/timing.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { AssignmentRow, AssignmentRowResult } from './row.shapes.ts';

const PASSWORD = 'nine yellow ferries at noon';
const ROWS = '/app/v1/assignments/rows';
/** Rows of a file, three of ten with a fault. */
const COUNT = casesOf({ daily: 20, nightly: 300 });
const BAD = COUNT * 0.3;
const GOOD = COUNT - BAD;
const SCHEMAS = ['urn:ietf:params:scim:schemas:core:2.0:User'];

const definitionWith = (list: string) => ({
  elements: [
    { type: 'text', name: 'site', title: 'Site', maxLength: 10 },
    { type: 'text', name: 'level', inputType: 'number', max: 9000 },
    { type: 'text', name: 'day', inputType: 'date' },
    { type: 'text', name: 'hour', inputType: 'time' },
    { type: 'text', name: 'moment', inputType: 'datetime-local' },
    { type: 'boolean', name: 'open', labelTrue: 'Offen', labelFalse: 'Zu' },
    {
      type: 'dropdown',
      name: 'kind',
      choices: [
        { value: 'p', text: 'Pump' },
        { value: 'v', text: { default: 'Valve', de: 'Ventil' } },
        { value: 1, text: 'Same' },
        { value: 2, text: 'Same' },
      ],
    },
    { type: 'checkbox', name: 'parts', choices: ['A', { value: 'b', text: 'Big; heavy' }] },
    { type: 'rating', name: 'rate' },
    { type: 'sharedlist', name: 'where', list },
    { type: 'file', name: 'photo' },
  ],
});

interface Sent {
  readonly rows: readonly AssignmentRow[];
  readonly personBy?: string;
  readonly dryRun?: boolean;
  readonly decimalComma?: boolean;
  readonly templateId?: string;
}

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let templateId: string;
  let annId: string;

  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    ok(await admin.send('PATCH', '/app/v1/account', { body: { timeZone: 'Europe/Berlin' } }));
    annId = await addPerson('ann', {
      externalId: 'E-1',
      emails: ['ann@example.org', 'a@b.example'],
    });
    await addPerson('bob', { emails: ['shared@example.org'] });
    await addPerson('cem', { emails: ['SHARED@example.org'], externalId: 'E-2' });
    await addPerson('off', { emails: ['off@example.org'], externalId: 'E-2', active: false });
    const lists = await admin.send('POST', '/app/v1/lists', { body: { name: 'S', ...LIST_SHAPE } });
    const listId = String(ok(lists, 201).at('id'));
    const rows = { rows: [{ code: 'D7', title: 'Dam 7' }] };
    ok(await admin.send('POST', `/app/v1/lists/${listId}/rows`, { body: rows }));
    templateId = await publish(listId);
  });
  after(() => node.close());

  const ok = (answer: Answer, status = 200): Answer => {
    assert.equal(answer.status, status, answer.text);
    return answer;
  };
  const addPerson = async (
    userName: string,
    more: { externalId?: string; emails?: readonly string[]; active?: boolean } = {},
  ): Promise<string> => {
    const emails = (more.emails ?? []).map((value) => ({ value }));
    const body = { schemas: SCHEMAS, userName, password: PASSWORD, ...more, emails };
    return String(ok(await node.request('POST', '/scim/v2/Users', { body }), 201).at('id'));
  };
  const publish = async (listId: string, more: object = { openToAll: true }): Promise<string> => {
    const body = { name: 'Inspection', definition: definitionWith(listId), ...more };
    const id = String(ok(await admin.send('POST', '/app/v1/templates', { body }), 201).at('id'));
    ok(await admin.send('POST', `/app/v1/templates/${id}/publish`, { body: {} }));
    return id;
  };
  const post = (sent: Sent, by = admin) => {
    const body = { templateId, personBy: 'userName', dryRun: false, ...sent };
    return by.send('POST', ROWS, { body });
  };
  const results = async (sent: Sent): Promise<readonly AssignmentRowResult[]> =>
    Object(ok(await post(sent)).body).results;
  const only = async (row: Omit<AssignmentRow, 'row' | 'person'>, more: Partial<Sent> = {}) => {
    const [one] = await results({ rows: [{ row: 1, person: 'ann', ...row }], ...more });
    return one ?? assert.fail();
  };
  const faultsOf = ({ faults }: AssignmentRowResult) =>
    faults.map(({ at, field, code }) =>
      [at, ...(field === undefined ? [] : [field]), code].join(' '),
    );
  const count = async (): Promise<number> => {
    const { n } = await node.services.db.reader
      .selectFrom('assignments')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return Number(n);
  };
  const answersOf = async (id: string | undefined): Promise<unknown> => {
    const { answers } = await node.services.db.reader
      .selectFrom('assignments')
      .select('answers')
      .where('id', '=', id ?? '')
      .executeTakeFirstOrThrow();
    return JSON.parse(answers);
  };

  test('the texts of a row become answers by the kind of each question, and the due date by the clock of the organisation', async () => {
    const fields = {
      site: ' Weir ',
      level: '1.234,5',
      day: '31.1.2027',
      hour: '9:05',
      moment: '31.01.2027 17:00',
      open: 'offen',
      kind: 'ventil',
      parts: 'A; Big; heavy',
      rate: '4',
      where: 'D7',
    };
    const row = {
      fields: { ...fields, parts: 'A;b' },
      instructions: 'Key at the gate',
      priority: 'hoch',
    };
    const sent = await only({ ...row, dueDate: '31.01.2027' }, { decimalComma: true });
    assert.deepEqual([sent.outcome, sent.dueDate], ['new', '2027-01-31T22:59:00.000Z']);
    assert.deepEqual(await answersOf(sent.assignmentId), {
      site: 'Weir',
      level: 1234.5,
      day: '2027-01-31',
      hour: '09:05',
      moment: '2027-01-31T17:00',
      open: true,
      kind: 'v',
      parts: ['A', 'b'],
      rate: 4,
      where: { key: 'D7', label: 'Dam 7', seq: 1 },
    });
    const stored = ok(await admin.send('GET', `/app/v1/assignments/${sent.assignmentId}`));
    assert.deepEqual(
      [stored.at('priority'), stored.at('instructions'), stored.at('assignee', 'id')],
      ['high', 'Key at the gate', annId],
    );
    const due = async (dueDate: string) => (await only({ dueDate }, { dryRun: true })).dueDate;
    assert.equal(await due('2027-07-01 17:00'), '2027-07-01T15:00:00.000Z');
    assert.equal(await due('2027-07-01T17:00:00Z'), '2027-07-01T17:00:00.000Z');
    assert.equal(await due('1.7.2027 8:30'), '2027-07-01T06:30:00.000Z');
    assert.equal(await due(''), undefined);
    assert.deepEqual(
      await answersOf((await only({ fields: { parts: 'big; HEAVY' } })).assignmentId),
      {
        parts: ['b'],
      },
    );
  });

  test('each fault of a row is named with its column, all at once, and nothing is sent', async () => {
    const before = await count();
    const wrong: readonly (readonly [Omit<AssignmentRow, 'row' | 'person'>, string])[] = [
      [{ dueDate: '12/31/2026' }, 'dueDate due-date'],
      [{ dueDate: '2026-02-30' }, 'dueDate due-date'],
      [{ dueDate: '2026-02-28 25:00' }, 'dueDate due-date'],
      [{ priority: 'urgent' }, 'priority priority'],
      [{ instructions: 'x'.repeat(2001) }, 'instructions max-length'],
      [{ reference: 'x'.repeat(201) }, 'reference invalid-value'],
      [{ fields: { nothing: 'x' } }, 'fields nothing unknown-field'],
      [{ fields: { photo: 'x' } }, 'fields photo unknown-field'],
      [{ fields: { site: 'x'.repeat(11) } }, 'fields site max-length'],
      [{ fields: { level: 'much' } }, 'fields level number'],
      [{ fields: { level: '1,234' } }, 'fields level unclear-number'],
      [{ fields: { level: '9001' } }, 'fields level max'],
      [{ fields: { day: '1/2/2027' } }, 'fields day date'],
      [{ fields: { hour: '25:00' } }, 'fields hour time'],
      [{ fields: { moment: '2027-01-31' } }, 'fields moment date-time'],
      [{ fields: { open: 'maybe' } }, 'fields open yes-no'],
      [{ fields: { kind: 'Hose' } }, 'fields kind known-choice'],
      [{ fields: { kind: 'same' } }, 'fields kind unclear-choice'],
      [{ fields: { parts: 'A; C' } }, 'fields parts known-choice'],
      [{ fields: { rate: '6' } }, 'fields rate known-choice'],
      [{ fields: { where: 'D8' } }, 'fields where known-row'],
    ];
    const rows = wrong.map(([row], i) => ({ row: i + 2, person: 'ann', ...row }));
    const found = await results({ rows });
    assert.deepEqual(
      found.map((each) => [each.row, each.outcome, faultsOf(each)]),
      wrong.map(([, fault], i) => [i + 2, 'faulty', [fault]]),
    );
    const many = await only({
      dueDate: 'soon',
      priority: '!',
      fields: { level: 'x', site: 'much too long' },
    });
    assert.deepEqual(faultsOf(many), [
      'fields level number',
      'dueDate due-date',
      'priority priority',
      'fields site max-length',
    ]);
    assert.equal(await count(), before);
  });

  test('a row of a list that only the sender may choose is in the form of the person who begins', async () => {
    const body = { name: 'Own', ...LIST_SHAPE, grants: [] };
    const listId = String(ok(await admin.send('POST', '/app/v1/lists', { body }), 201).at('id'));
    const dams = { rows: [{ code: 'D7', title: 'Dam 7' }] };
    ok(await admin.send('POST', `/app/v1/lists/${listId}/rows`, { body: dams }));
    const order = {
      templateId: await publish(listId),
      rows: [{ row: 2, person: 'ann', fields: { where: 'D7' } }],
    };
    const [sent] = await results(order);
    assert.equal(sent?.outcome, 'new');
    const ann = openBrowser(node);
    await ann.signIn('ann', PASSWORD);
    const mine = ok(await ann.send('GET', '/app/v1/assignments?mine=true&state=waiting'));
    const ids: readonly string[] = Object(mine.body).items.map(({ id }: { id: string }) => id);
    // Ids rise with time.
    const begun = ids.toSorted().at(-1);
    const form = await ann.send('POST', `/app/v1/assignments/${begun}/form`, { body: {} });
    assert.equal(ok(form, 201).at('answers', 'where', 'label'), 'Dam 7');
  });

  test('a row means exactly one active person, by user name, e-mail address or external id', async () => {
    const people = [
      ['userName', 'ANN', 'ann'],
      ['email', 'A@B.example', 'ann'],
      ['externalId', 'E-1', 'ann'],
      // Somebody who left is nobody's rival.
      ['externalId', 'E-2', 'cem'],
      ['externalId', 'e-1', 'unknown-user'],
      ['email', 'nobody@example.org', 'unknown-user'],
      ['email', 'shared@example.org', 'several-users'],
      ['email', 'off@example.org', 'inactive-user'],
      ['userName', 'off', 'inactive-user'],
      ['userName', ' ', 'missing'],
    ] as const;
    for (const [personBy, person, wanted] of people) {
      const [found] = await results({ dryRun: true, personBy, rows: [{ row: 1, person }] });
      assert.equal(found?.person?.name ?? found?.faults[0]?.code, wanted, `${personBy} ${person}`);
    }
  });

  test('a file with faults among its rows sends the others, and the same file again adds nothing', async () => {
    const before = await count();
    const rows = Array.from({ length: COUNT }, (_, i) => ({
      row: i + 2,
      person: i % 10 === 3 ? 'nobody' : 'ann',
      dueDate: i % 10 === 6 ? 'tomorrow' : '2027-03-01',
      fields: { site: `${i}`, ...(i % 10 === 9 && { level: 'x' }) },
    }));
    const run = async (dryRun: boolean) => {
      const found: AssignmentRowResult[] = [];
      for (let from = 0; from < rows.length; from += 100) {
        found.push(...(await results({ dryRun, rows: rows.slice(from, from + 100) })));
      }
      const tally = Object.groupBy(found, ({ outcome }) => outcome);
      return [tally.new?.length ?? 0, tally.exists?.length ?? 0, tally.faulty?.length ?? 0];
    };
    assert.deepEqual(await run(true), [GOOD, 0, BAD]);
    assert.equal(await count(), before);
    assert.deepEqual(await run(false), [GOOD, 0, BAD]);
    assert.equal(await count(), before + GOOD);
    assert.deepEqual(await run(true), [0, GOOD, BAD]);
    assert.deepEqual(await run(false), [0, GOOD, BAD]);
    assert.equal(await count(), before + GOOD);
  });

  test('equal rows are one piece of work, a changed row is another, and a reference decides alone', async () => {
    const row = { row: 1, person: 'ann', dueDate: '2028-01-31', fields: { level: '5' } };
    const same = { ...row, row: 2, dueDate: '31.1.2028 23:59', fields: { level: ' 5.0' } };
    const other = { ...row, row: 3, instructions: 'The second pump' };
    const found = await results({ rows: [row, same, other] });
    assert.deepEqual(
      found.map(({ outcome }) => outcome),
      ['new', 'exists', 'new'],
    );
    assert.equal(found[0]?.reference, found[1]?.reference);
    const order = { row: 4, person: 'ann', reference: ' order-1 ' };
    const named = await results({ rows: [order, { ...order, row: 5, instructions: 'Changed' }] });
    assert.deepEqual(
      named.map(({ outcome, reference }) => [outcome, reference]),
      [
        ['new', 'order-1'],
        ['exists', 'order-1'],
      ],
    );
    const foreign = await publish(String(Object(await firstList()).id));
    const [used] = await results({ templateId: foreign, rows: [order] });
    assert.deepEqual(used && faultsOf(used), ['reference reference-used']);
  });
  const firstList = async () => Object(ok(await admin.send('GET', '/app/v1/lists')).body).items[0];

  test('only who may assign the template may send, and learns which people exist', async () => {
    const closed = await publish(String(Object(await firstList()).id), { openToAll: false });
    const ann = openBrowser(node);
    ok(await ann.signIn('ann', PASSWORD), 201);
    const rows = [{ row: 1, person: 'bob' }];
    assert.equal((await post({ templateId: closed, rows }, ann)).status, 404);
    const path = `/app/v1/templates/${closed}/rights/${annId}`;
    const rights = { fill: true, see: 'own', edit: false, assign: false, manage: false };
    const set = await admin.send('PUT', path, { body: rights });
    assert.ok(set.status < 300, set.text);
    const refused = await post({ templateId: closed, rows }, ann);
    assert.deepEqual([refused.status, refused.at('reason')], [403, 'right-assign']);
    ok(await post({ rows, dryRun: true }, ann));
    assert.equal(
      (await post({ rows: Array.from({ length: 101 }, () => rows[0] ?? assert.fail()) })).status,
      400,
    );
  });

  // A file that is sent twice, above, is the shorter test of the same.
  nightlyTest(
    'a file whose sending the service did not survive is sent again, and nobody gets anything twice',
    async (t) => {
      const storage = await engine.fresh();
      const fixed = { FORMSTEAD_PUBLIC_URL: 'https://localhost:8443' };
      const prepared = await startInstance(engine, { storage, env: fixed });
      const by = await adminBrowser(prepared);
      const body = { name: 'Inspection', definition: definitionWith('') };
      body.definition.elements = body.definition.elements.filter(({ name }) => name === 'site');
      const id = String(ok(await by.send('POST', '/app/v1/templates', { body }), 201).at('id'));
      ok(await by.send('POST', `/app/v1/templates/${id}/publish`, { body: {} }));
      await prepared.close();
      const server = killedServer({
        ...envOf(storage),
        ...fixed,
        FORMSTEAD_DATA_DIR: storage.dataDir,
        FORMSTEAD_LIMIT_API: '1000000',
      });
      t.after(() => server.kill());
      const rows = Array.from({ length: 100 }, (_, i) => ({
        row: i + 2,
        person: 'admin',
        fields: { site: `${i}` },
      }));
      const sent = { templateId: id, personBy: 'userName', dryRun: false, rows };
      const request: Instance['request'] = (method, path, call) =>
        server.request(method, path, { ...call, token: null });
      type Send = Awaited<ReturnType<typeof again>>;
      const keptBy = async (send: Send): Promise<readonly unknown[]> =>
        Object(ok(await send(`/app/v1/assignments?template=${id}&limit=100`)).body).items;
      const again = async () => {
        await server.start();
        const browser = openBrowser({ request }, by.cookie());
        return (path: string, sentBody?: object) =>
          browser.send(sentBody ? 'POST' : 'GET', path, sentBody && { body: sentBody });
      };
      for (const kept of [15, 40, 70]) {
        const send = await again();
        const going = send(ROWS, sent).catch(() => undefined);
        await waitUntil(async () => (await keptBy(send)).length >= kept);
        await server.kill();
        await going;
      }
      const send = await again();
      const last = Object(ok(await send(ROWS, sent)).body)
        .results as readonly AssignmentRowResult[];
      assert.ok(last.every(({ outcome }) => outcome !== 'faulty'));
      const ids = new Set(last.map(({ assignmentId }) => assignmentId));
      assert.deepEqual([ids.size, (await keptBy(send)).length], [100, 100]);
      assert.ok(last.filter(({ outcome }) => outcome === 'exists').length >= 70);
    },
  );
});
