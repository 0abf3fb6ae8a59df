// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { wasLate } from '#form-basics/index.ts';
import { findForm } from '#form-records/index.ts';
import { adminBrowser, type Browser, openBrowser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../test/support/instance.ts';

const PASSWORD = 'four green kettles in march';
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DEFINITION = { elements: [{ type: 'text', name: 'site', title: 'Site' }] };

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let bobId: string;
  let bob: Browser;
  let carolId: string;
  let templateId: string;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const body = { userName: 'bob', displayName: 'Bob', password: PASSWORD };
    bobId = String((await admin.send('POST', '/app/v1/users', { body })).at('id'));
    const other = { userName: 'carol', displayName: 'Carol', password: PASSWORD };
    carolId = String((await admin.send('POST', '/app/v1/users', { body: other })).at('id'));
    bob = openBrowser(node);
    await bob.signIn('bob', PASSWORD);
    const made = await admin.send('POST', '/app/v1/templates', {
      body: { name: 'Inspection', definition: DEFINITION, openToAll: true },
    });
    templateId = String(made.at('id'));
    await admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} });
  });
  after(() => node.close());

  const ok = (answer: Answer, status = 200): Answer => {
    assert.equal(answer.status, status, answer.text);
    return answer;
  };
  const inMs = (ms: number): string => new Date(node.services.clock.now() + ms).toISOString();
  const make = async (body: object = {}): Promise<string> =>
    String(
      ok(await node.request('POST', '/v2/formz', { body: { templateId, ...body } }), 201).at('id'),
    );
  const read = (id: string) => node.request('GET', `/v2/formz/${id}`);
  const patch = (id: string, body: object, headers = {}) =>
    node.request('PATCH', `/v2/formz/${id}`, { body, headers });
  const complete = (id: string, completedMsAgo: number) =>
    bob.send('POST', `/app/v1/forms/${id}/complete?completedMsAgo=${completedMsAgo}`, { body: {} });
  const exported = async (options: object): Promise<string> => {
    const body = { templateId, ...options };
    const begun = ok(await admin.send('POST', '/app/v1/exports', { body }), 202);
    for (let tries = 0; tries < 1000; tries += 1) {
      const job = ok(await admin.send('GET', String(begun.headers['location'])));
      if (job.at('state') === 'done') {
        return ok(await admin.send('GET', String(job.at('files', 0, 'url')))).text;
      }
      await setTimeout(25);
    }
    throw new Error('the export never ends');
  };
  const namesOf = (answer: Answer): readonly unknown[] =>
    Object(ok(answer).body).map((form: { formId: string }) => form.formId);
  const due = (answer: Answer): number | undefined => {
    const text = answer.at('dueDate');
    return text === null ? undefined : Date.parse(String(text));
  };

  test('a form is made with a due date, which /v2 and the web app show to the millisecond', async () => {
    const id = await make({ dueDate: '2027-01-31T17:00:00.5+01:00' });
    const at = Date.parse('2027-01-31T16:00:00.500Z');
    assert.equal(due(ok(await read(id))), at);
    const shown = ok(await admin.send('GET', `/app/v1/forms/${id}`));
    assert.equal(shown.at('dueAt'), new Date(at).toISOString());
    const listed = ok(await node.request('GET', '/v2/formz?sort=createdDate%20desc&pageSize=1'));
    assert.equal(Date.parse(String(listed.at(0, 'dueDate'))), at);
    assert.equal(due(ok(await read(await make()))), undefined);
  });

  test('what is no date with a time is refused, and says where', async () => {
    for (const dueDate of ['2027-01-31', 'tomorrow', '2027-02-30T10:00:00Z', 7, '']) {
      const sent = { templateId, dueDate };
      const refused = await node.request('POST', '/v2/formz', { body: sent });
      assert.deepEqual([refused.status, refused.at('at')], [400, 'dueDate'], refused.text);
    }
  });

  test('one request hands a form on with a date and changes its answers, all or nothing', async () => {
    const id = await make();
    const to = { assignment: { type: 'User', id: bobId }, dueDate: inMs(DAY_MS) };
    const both = { ...to, fields: { site: { text: 'Weir' } } };
    const changed = ok(await patch(id, both, { 'if-match': '"1"' }));
    assert.deepEqual(
      [changed.at('assignment', 'id'), changed.at('fields', 'site', 'text')],
      [bobId, 'Weir'],
    );
    const nobody = { assignment: { type: 'User', id: templateId }, fields: { site: { text: '' } } };
    assert.equal((await patch(id, nobody)).at('code'), 'unknown-assignee');
    assert.equal(ok(await read(id)).at('fields', 'site', 'text'), 'Weir');
    assert.equal((await patch(id, to, { 'if-match': '"1"' })).status, 412);
    const same = ok(await patch(id, { dueDate: changed.at('dueDate') }));
    assert.equal(same.at('revision'), changed.at('revision'), 'the same date is no change');
    assert.equal(due(ok(await patch(id, { dueDate: null }))), undefined);
    const history = ok(await admin.send('GET', `/app/v1/forms/${id}`)).at('history');
    assert.deepEqual(
      Object(history).map(({ action }: { action: string }) => action),
      ['create', 'edit', 'schedule', 'assign', 'schedule'],
    );
  });

  test('a date is set by those who may hand a form on, and by nobody else', async () => {
    const rights = `/app/v1/templates/${templateId}/rights/${bobId}`;
    const see = { fill: true, see: 'all', edit: false, assign: false, manage: false };
    const id = await make();
    ok(await admin.send('PUT', rights, { body: see }));
    const tried = await bob.send('POST', `/app/v1/forms/${id}/assign`, {
      body: { dueAt: inMs(DAY_MS) },
    });
    assert.equal(tried.status, 403, tried.text);
    const done = await admin.send('POST', `/app/v1/forms/${id}/assign`, {
      body: { dueAt: inMs(DAY_MS) },
    });
    assert.equal(typeof ok(done).at('dueAt'), 'string');
    assert.equal(due(ok(await read(id))), Date.parse(String(done.at('dueAt'))));
  });

  test('late is what is a draft and was due by now, in lists of both interfaces', async () => {
    const late = await make({ dueDate: inMs(-HOUR_MS) });
    const soon = await make({ dueDate: inMs(HOUR_MS) });
    const done = await make({ dueDate: inMs(-HOUR_MS) });
    ok(await node.request('POST', `/v2/formz/${done}/status`, { body: { status: 'complete' } }));
    const own = [late, soon, done];
    const seen = async (query: string) =>
      namesOf(await node.request('GET', `/v2/formz?${query}&pageSize=1000`)).filter((id) =>
        own.includes(String(id)),
      );
    assert.deepEqual(await seen('overdue=true'), [late]);
    assert.deepEqual(await seen('overdue=true&status=complete'), []);
    assert.deepEqual(await seen('overdue=false'), own);
    const listed = async (query: string) =>
      Object(ok(await admin.send('GET', `/app/v1/forms?scope=all&limit=100&${query}`)).at('items'))
        .map(({ id }: { id: string }) => id)
        .filter((id: string) => own.includes(id));
    assert.deepEqual(await listed('overdue=true'), [late]);
    assert.equal((await node.request('GET', '/v2/formz?overdue=maybe')).at('at'), 'overdue');
    // The most urgent first, unless another order is asked for.
    const wide = 'dueFrom=2026-01-01&dueTo=2027-12-31';
    const byDue = (await seen(wide)).filter((id) => id !== done);
    assert.deepEqual(byDue, [late, soon]);
    assert.deepEqual(
      (await seen(`${wide}&sort=dueDate%20desc`)).filter((id) => id !== done),
      [soon, late],
    );
    assert.deepEqual(
      (await listed(wide)).filter((id: string) => id !== done),
      [late, soon],
    );
    assert.equal((await node.request('GET', '/v2/formz?sort=dueDate')).at('at'), 'sort');
    assert.equal((await admin.send('GET', '/app/v1/forms?sort=due')).at('at'), 'sort');
    // Once it is done it is late no more; taken back it is again, because that is told by the date.
    ok(await patch(late, { dueDate: inMs(HOUR_MS) }));
    assert.deepEqual(await seen('overdue=true'), []);
  });

  test('days are those of the organisation, and both belong to the span', async () => {
    const zone = { timeZone: 'Pacific/Auckland' };
    ok(await admin.send('PATCH', '/app/v1/account', { body: zone }));
    // 31 January in Auckland, 30 January in Greenwich.
    const id = await make({ dueDate: '2028-01-30T12:00:00Z' });
    const seen = async (query: string) =>
      namesOf(await node.request('GET', `/v2/formz?${query}`)).includes(id);
    assert.equal(await seen('dueFrom=2028-01-31&dueTo=2028-01-31'), true);
    assert.equal(await seen('dueFrom=2028-01-30&dueTo=2028-01-30'), false);
    const wrong = await node.request('GET', '/v2/formz?dueFrom=2028-02-01&dueTo=2028-01-31');
    assert.deepEqual([wrong.status, wrong.at('at')], [400, 'dueTo']);
    const first = await node.request('GET', '/v2/formz?dueFrom=2026-01-01&pageSize=1');
    const next = /<([^>]+)>; rel="next"/.exec(first.headers['link'] ?? '')?.[1] ?? '';
    const second = await node.request('GET', next.slice(node.server.publicUrl.length));
    assert.equal(ok(second).status, 200);
    assert.notEqual(second.at(0, 'formId'), first.at(0, 'formId'));
  });

  test('a form done on a device before it was due is in time, whenever it arrives', async () => {
    const to = { assignment: { type: 'User', id: bobId } };
    const id = await make({ ...to, dueDate: inMs(10 * MINUTE_MS) });
    node.clock.advance(20 * MINUTE_MS);
    const doneAt = node.clock.now() - 15 * MINUTE_MS;
    ok(await complete(id, 15 * MINUTE_MS));
    const stored = ok(await read(id));
    const told = Date.parse(String(stored.at('completedOnDeviceDate')));
    assert.ok(Math.abs(told - doneAt) < 10_000, stored.text);
    assert.ok(told < (due(stored) ?? 0), 'in time');
    assert.ok(Date.parse(String(stored.at('status', 'changeDate'))) > (due(stored) ?? 0));
    const iso = new Date(told).toISOString();
    const shown = ok(await bob.send('GET', `/app/v1/forms/${id}`));
    assert.equal(shown.at('completedOnDeviceAt'), iso);
    const [item] = Object(ok(await bob.send('GET', '/app/v1/forms?limit=1')).at('items'));
    assert.deepEqual([item.id, item.completedOnDeviceAt], [id, iso]);
    const form =
      (await findForm(node.services.db.reader, node.account.accountId, id)) ?? assert.fail();
    assert.equal(wasLate(form), false);
    assert.equal(wasLate({ ...form, completedOnDeviceAt: undefined }), true, 'by its arrival');
    // The same request again, after a lost answer, changes nothing.
    ok(await complete(id, 0));
    assert.equal(
      ok(await read(id)).at('completedOnDeviceDate'),
      stored.at('completedOnDeviceDate'),
    );
    const audit = ok(await admin.send('GET', '/app/v1/audit-events?limit=5'));
    assert.match(audit.text, new RegExp(iso));
    ok(await admin.send('POST', `/app/v1/forms/${id}/reopen`, { body: {} }));
    assert.equal(ok(await read(id)).at('completedOnDeviceDate'), null);
    ok(await admin.send('POST', `/app/v1/forms/${id}/complete`, { body: {} }));
    assert.equal(ok(await read(id)).at('completedOnDeviceDate'), null);
  });

  test('a device whose clock was changed is not believed beyond what is possible, and the history says so', async () => {
    const clockOf = (answer: Answer) => [
      Object(answer.at('history')).at(-1).isDeviceClockWrong === true,
      Date.parse(String(answer.at('completedOnDeviceAt'))),
    ];
    const to = { assignment: { type: 'User', id: bobId } };
    const early = await make(to);
    const created = Date.parse(String(ok(await read(early)).at('createdDate')));
    assert.deepEqual(clockOf(ok(await complete(early, 3 * DAY_MS))), [true, created]);
    const ahead = ok(await complete(await make(to), -3 * DAY_MS));
    const [isWrong, at] = clockOf(ahead);
    assert.equal(isWrong, true);
    assert.ok(Number(at) <= Date.parse(String(ahead.at('statusChangedAt'))));
    // A form that was begun without a network arrives after it was completed.
    const begun = await bob.send('POST', '/app/v1/forms', { body: { templateId } });
    const [isOff, doneAt] = clockOf(
      ok(await complete(String(ok(begun, 201).at('id')), 15 * MINUTE_MS)),
    );
    assert.equal(isOff, false);
    assert.ok(Math.abs(Number(doneAt) - (node.clock.now() - 15 * MINUTE_MS)) < 10_000);
    const wrong = await bob.send(
      'POST',
      `/app/v1/forms/${await make(to)}/complete?completedMsAgo=x`,
      {
        body: {},
      },
    );
    assert.deepEqual([wrong.status, wrong.at('at')], [400, 'completedMsAgo'], wrong.text);
  });

  test('beside nodes of 0.2.0, the time of an earlier completion is not taken for that of a later one', async () => {
    const id = await make({ assignment: { type: 'User', id: bobId } });
    ok(await complete(id, 0));
    const { db } = node.services;
    // What a node of 0.2.0 writes when somebody reopens and completes the form there.
    await db.transaction((tx) =>
      tx
        .updateTable('forms')
        .set({ status_changed_at: node.clock.now() + HOUR_MS })
        .where('id', '=', id)
        .execute(),
    );
    assert.equal(ok(await read(id)).at('completedOnDeviceDate'), null);
    const listed = Object(ok(await bob.send('GET', '/app/v1/forms?limit=100')).at('items'));
    const item = listed.find((each: { id: string }) => each.id === id);
    assert.equal('completedOnDeviceAt' in item, false);
  });

  test('exports tell when a form was due, and completed on the device', async () => {
    const id = await make({ assignment: { type: 'User', id: bobId }, dueDate: inMs(HOUR_MS) });
    ok(await complete(id, 0));
    const { dueAt, completedOnDeviceAt } = Object(
      ok(await bob.send('GET', `/app/v1/forms/${id}`)).body,
    );
    const json = await exported({ kind: 'json' });
    const [form] = JSON.parse(json).filter(({ formId }: { formId: string }) => formId === id);
    assert.deepEqual([form.dueAt, form.completedOnDeviceAt], [dueAt, completedOnDeviceAt]);
    const [heads = '', ...lines] = (await exported({ kind: 'csv' })).split('\r\n');
    const cells = lines.find((line) => line.startsWith(id))?.split(',') ?? [];
    const cell = (head: string) => Date.parse(cells[heads.split(',').indexOf(head)] ?? '');
    assert.equal(cell('Completed on device'), Date.parse(completedOnDeviceAt));
    assert.equal(cell('Due'), Date.parse(dueAt));
  });

  test('a person reads their forms as they work: due, not due, done, page by page, and none twice', async () => {
    const to = { assignment: { type: 'User', id: carolId } };
    const [done, never, late, soon, newer] = [
      await make(to),
      await make(to),
      await make({ ...to, dueDate: inMs(-HOUR_MS) }),
      await make({ ...to, dueDate: inMs(HOUR_MS) }),
      await make(to),
    ];
    const finished = { body: { status: 'complete' } };
    ok(await node.request('POST', `/v2/formz/${done}/status`, finished));
    const browser = openBrowser(node);
    await browser.signIn('carol', PASSWORD);
    const walk = async (query: string, limit: number) => {
      const seen: string[] = [];
      for (let next: unknown = ''; next !== undefined; ) {
        const cursor = next === '' ? '' : `&cursor=${encodeURIComponent(String(next))}`;
        const path = `/app/v1/forms?sort=agenda&limit=${limit}${query}${cursor}`;
        const page = ok(await browser.send('GET', path));
        if (next === '') assert.equal(page.at('isTotalExact'), true);
        seen.push(...Object(page.at('items')).map(({ id }: { id: string }) => id));
        next = page.at('next');
      }
      return seen;
    };
    const all = [late, soon, newer, never, done];
    for (const limit of [1, 2, 3, 4, 5, 100]) assert.deepEqual(await walk('', limit), all);
    assert.deepEqual(await walk('&status=draft', 1), all.slice(0, 4));
    assert.deepEqual(await walk('&status=complete', 1), [done]);
    assert.deepEqual(await walk(`&template=${templateId}`, 2), all);
    for (const other of ['overdue=true', 'dueFrom=2026-01-01', 'direction=asc']) {
      const refused = await browser.send('GET', `/app/v1/forms?sort=agenda&${other}`);
      assert.deepEqual([refused.status, refused.at('at')], [400, 'sort'], other);
    }
  });
});
