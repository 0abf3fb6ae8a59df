// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { purgeDeleted } from '#forms/purge-forms.ts';
import { adminBrowser, type Browser, openBrowser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../../test/support/instance.ts';

const PASSWORD = 'four green kettles in march';
const DAY_MS = 86_400_000;
const DEFINITION = {
  elements: [
    { type: 'text', name: 'site', title: 'Site', isRequired: true },
    { type: 'text', name: 'count', inputType: 'number' },
    { type: 'expression', name: 'twice', expression: '{count} * 2' },
    { type: 'comment', name: 'why', visibleIf: '{count} > 10' },
    { type: 'file', name: 'photos' },
  ],
};

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let ann: Browser;
  let bob: Browser;
  let bobId: string;
  let templateId: string;
  const addPerson = async (userName: string) => {
    const body = { userName, displayName: userName, password: PASSWORD };
    const made = await admin.send('POST', '/app/v1/users', { body });
    const browser = openBrowser(node);
    await browser.signIn(userName, PASSWORD);
    return { browser, id: String(made.at('id')) };
  };
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    ({ browser: ann } = await addPerson('ann'));
    ({ browser: bob, id: bobId } = await addPerson('bob'));
    const body = { name: 'Inspection', definition: DEFINITION };
    const made = await admin.send('POST', '/app/v1/templates', { body });
    templateId = String(made.at('id'));
    await admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} });
  });
  after(() => node.close());

  const ok = (answer: Answer, status = 200): Answer => {
    assert.equal(answer.status, status, answer.text);
    return answer;
  };
  const refused = (answer: Answer, status: number, code: string): Answer => {
    assert.deepEqual([answer.status, answer.at('code')], [status, code], answer.text);
    return answer;
  };
  const create = (body: object = {}, browser = ann) =>
    browser.send('POST', '/app/v1/forms', { body: { templateId, ...body } });
  const make = async (body: object = {}, browser = ann): Promise<string> =>
    String(ok(await create(body, browser), 201).at('id'));
  const save = (id: string, body: object, browser = ann) =>
    browser.send('PATCH', `/app/v1/forms/${id}`, { body });
  const act = (id: string, verb: string, body?: object, browser = ann) =>
    browser.send('POST', `/app/v1/forms/${id}/${verb}`, body ? { body } : {});
  const read = (id: string, browser = ann, query = '') =>
    browser.send('GET', `/app/v1/forms/${id}${query}`);
  /** Adds events to the history of a form, none of which continues another. */
  const addEvents = async (id: string, count: number) => {
    const events = Array.from({ length: count }, (_, i) => ({
      account_id: node.account.accountId,
      id: `ffffffff-${id.slice(-4)}-7000-8000-${String(i).padStart(12, '0')}`,
      form_id: id,
      at: i * DAY_MS,
      action: 'edit' as const,
      actor_user_id: bobId,
      credential_id: null,
      detail: '{"changed":["answers"],"corrected":"site"}',
    }));
    for (let i = 0; i < events.length; i += 500) {
      const some = events.slice(i, i + 500);
      await node.services.db.reader.insertInto('form_events').values(some).execute();
    }
  };
  const refuseDeleting = async (id: string) => {
    const { reader } = node.services.db;
    if (engine.name === 'sqlite') {
      await sql`create trigger refuse_deleting before delete on forms when old.id = ${sql.lit(id)}
        begin select raise(abort, 'refused'); end`.execute(reader);
      return;
    }
    await sql`create function refuse_deleting() returns trigger language plpgsql as
      $$ begin raise exception 'refused'; end $$`.execute(reader);
    await sql`create trigger refuse_deleting before delete on forms for each row
      when (old.id = ${sql.lit(id)}) execute function refuse_deleting()`.execute(reader);
  };

  test('a form is filled in, completed and reopened, and shows who may do what', async () => {
    const made = ok(await create({ answers: { site: 'Dam' } }), 201);
    const id = String(made.at('id'));
    assert.deepEqual(made.at('definition'), DEFINITION);
    assert.deepEqual(
      [made.at('versionNumber'), made.at('revision'), made.at('attachments')],
      [1, 1, []],
    );
    const nothing = {
      ...{ edit: false, complete: false, reopen: false, assign: false, restore: false },
      ...{ takeBack: false, review: false },
    };
    const draft = { ...nothing, edit: true, complete: true, assign: true, delete: true };
    assert.deepEqual(made.at('may'), draft);
    const saved = ok(await save(id, { revision: 1, answers: { site: 'Dam', count: 3 } }));
    assert.deepEqual([saved.at('revision'), saved.at('assignee', 'name')], [2, 'ann']);
    const done = ok(await act(id, 'complete', { revision: 2 }));
    assert.deepEqual(done.at('answers'), { site: 'Dam', count: 3, twice: 6 });
    assert.deepEqual([done.at('status'), done.at('completedBy', 'name')], ['complete', 'ann']);
    assert.deepEqual(done.at('may'), { ...nothing, delete: false });
    refused(await save(id, { revision: 3, name: 'x' }), 409, 'form-state');
    refused(await act(id, 'reopen', {}), 403, 'forbidden');
    assert.equal(ok(await read(id, admin)).at('may', 'reopen'), true);
    assert.equal(ok(await act(id, 'reopen', {}, admin)).at('status'), 'draft');
    refused(await act(id, 'reopen', {}, admin), 409, 'form-state');
  });

  test('a form that was sent twice is there once, and another one with its id is refused', async () => {
    const id = node.services.ids.next();
    const body = { id, answers: { site: 'Dam' }, location: { latitude: 1, longitude: 2 } };
    const first = ok(await create(body), 201);
    const again = ok(await create(body), 200);
    assert.deepEqual(again.body, first.body);
    refused(await create(body, bob), 409, 'form-exists');
    refused(await create({ id: 'x' }), 400, 'invalid-value');
    refused(await create({ templateId: 'x' }), 404, 'not-found');
    refused(await create({ nope: 1 }), 400, 'invalid-value');
  });

  test('what was saved and not answered may be saved again; what somebody else wrote is shown', async () => {
    const id = await make();
    const mine = { revision: 1, answers: { site: 'Mine', count: 1, twice: 99 } };
    ok(await save(id, mine));
    // The client did not receive the response and sends the request again.
    assert.equal(ok(await save(id, mine)).at('revision'), 2);
    const stale = refused(
      await save(id, { revision: 1, answers: { site: 'Yours' } }, admin),
      412,
      'precondition-failed',
    );
    assert.equal(stale.at('sentRevision'), 1);
    assert.deepEqual(
      [stale.at('current', 'revision'), stale.at('current', 'answers')],
      [2, { site: 'Mine', count: 1 }],
    );
    assert.equal(stale.at('current', 'updatedBy', 'name'), 'ann');
    ok(await save(id, { revision: 2, answers: { site: 'Merged' } }, admin));
    refused(await save(id, mine), 412, 'precondition-failed');
    refused(await act(id, 'complete', { revision: 2 }), 412, 'precondition-failed');
  });

  test('the history tells a run of autosaves once, and each person’s by themselves', async () => {
    const id = await make();
    for (const [i, browser] of [ann, ann, admin, admin, ann, ann].entries()) {
      ok(await save(id, { revision: i + 1, answers: { count: i } }, browser));
      node.clock.advance(1000);
    }
    node.clock.advance(20 * 60_000);
    ok(await save(id, { revision: 7, answers: { count: 9 } }));
    const history = ok(await read(id)).at('history');
    assert.ok(Array.isArray(history));
    assert.deepEqual(
      history.map(({ action, actor }) => `${action} by ${actor.name}`),
      ['create by ann', 'edit by ann', 'edit by admin', 'edit by ann', 'edit by ann'],
    );
    const kept = node.services.db.reader.selectFrom('form_events').where('form_id', '=', id);
    assert.equal((await kept.select('id').execute()).length, history.length, 'a run is kept once');
  });

  test('of a long history a bounded part is read, and a repeated completion still tells what it removed', async () => {
    const id = await make({ answers: { site: 'Dam', why: 'hidden' } });
    const { removed } = JSON.parse(ok(await act(id, 'complete', {})).text);
    assert.equal(removed.length, 1);
    await addEvents(id, 1500);
    const { history } = JSON.parse(ok(await read(id)).text);
    assert.deepEqual(history.length, 1000);
    assert.deepEqual([history[0].action, history[1].action], ['create', 'complete']);
    assert.equal(Date.parse(history.at(-1).at), 1499 * DAY_MS);
    assert.deepEqual(JSON.parse(ok(await act(id, 'complete', {})).text).removed, removed);
  });

  test('answers of the wrong type never reach the storage', async () => {
    const id = await make();
    const wrong = JSON.parse(
      '{"site":{"a":1},"count":"abc","nope":1,"__proto__":{"x":1},"photos":["data:image/png;base64,AAAA"]}',
    );
    const answer = refused(await save(id, { revision: 1, answers: wrong }), 422, 'invalid-answers');
    const faults = answer.at('faults');
    assert.ok(Array.isArray(faults));
    assert.deepEqual(
      faults.map(({ at }) => at),
      ['site', 'count', 'nope', '__proto__', 'photos[0]'],
    );
    const stranger = { id: node.services.ids.next(), name: 'a', type: 'image/png', size: 1 };
    const photos = { revision: 1, answers: { photos: [stranger] } };
    const file = refused(await save(id, photos), 422, 'invalid-answers');
    assert.equal(file.at('faults', 0, 'at'), 'photos[0]');
    assert.deepEqual(ok(await read(id)).at('answers'), {});
  });

  test('what is missing is told when a form is completed, in the language asked for', async () => {
    const id = await make();
    const answers = { count: 20 };
    const answer = refused(
      await act(id, 'complete', { answers, locale: 'de' }),
      422,
      'invalid-answers',
    );
    assert.deepEqual(answer.at('faults'), [
      { at: 'site', field: 'site', kind: 'required', text: 'Bitte beantworten Sie diese Frage.' },
    ]);
    const kept = ok(await read(id));
    assert.deepEqual([kept.at('status'), kept.at('answers')], ['draft', {}]);
    const whole = { site: 'Dam', count: 2, why: 'hidden' };
    const done = ok(await act(id, 'complete', { revision: 1, answers: whole }));
    assert.deepEqual(done.at('answers'), { site: 'Dam', count: 2, twice: 4 });
    // The same request again, as after a lost response, succeeds. Other answers are refused.
    assert.equal(ok(await act(id, 'complete', { revision: 1, answers: whole })).at('revision'), 2);
    assert.equal(ok(await act(id, 'complete', {})).at('revision'), 2);
    const other = { ...whole, site: 'Weir' };
    refused(await act(id, 'complete', { answers: other }), 409, 'form-state');
    const events = ok(await read(id)).at('history');
    assert.ok(Array.isArray(events));
    assert.equal(events.filter(({ action }) => action === 'complete').length, 1);
  });

  test('forms that move while they are checked are checked again', async () => {
    const id = await make({ answers: { site: 'Dam' } });
    const racing = Array.from({ length: 4 }, (_, i) =>
      save(id, { revision: 1 + i, answers: { site: `Dam ${i}` } }),
    );
    const done = ok(await act(id, 'complete', {}));
    await Promise.all(racing);
    const now = ok(await read(id));
    assert.equal(now.at('status'), 'complete');
    assert.deepEqual(now.at('answers'), done.at('answers'));
  });

  test('a form is handed to others, and is then theirs to find', async () => {
    const id = await make({ name: 'Handed over' });
    assert.equal((await read(id, bob)).status, 404);
    const found = ok(await ann.send('GET', '/app/v1/assignees?q=BO'));
    assert.deepEqual(found.at('items'), [{ id: bobId, type: 'User', name: 'bob' }]);
    const quinn = { userName: 'quinn.quarz@x.example', displayName: 'Dr. Quarz, Quinn' };
    // A new sign-in: creating users requires a recent one, and time has passed.
    ok(await (await adminBrowser(node)).send('POST', '/app/v1/users', { body: quinn }), 201);
    for (const q of ['quarz', 'QUINN%20q', 'dr', 'quinn.quarz@x.e']) {
      const items = ok(await ann.send('GET', `/app/v1/assignees?q=${q}`)).at('items');
      assert.ok(Array.isArray(items));
      assert.deepEqual(
        items.map(({ name }) => name),
        ['Dr. Quarz, Quinn'],
        q,
      );
    }
    const assignment = { type: 'User', id: bobId };
    assert.equal(ok(await act(id, 'assign', { assignment })).at('assignee', 'name'), 'bob');
    assert.equal(ok(await read(id, bob)).at('may', 'delete'), false);
    const history = ok(await read(id, admin)).at('history');
    assert.ok(Array.isArray(history));
    const { action, actor, assignedTo } = history.at(-1);
    assert.deepEqual(
      [action, actor.name, assignedTo],
      ['assign', 'ann', { type: 'User', id: bobId, name: 'bob' }],
    );
    assert.equal(history[0].assignedTo, undefined, 'created for oneself');
    const sent = await admin.send('POST', '/app/v1/forms', {
      body: { templateId, assignment: { type: 'User', id: bobId } },
    });
    const one = await read(String(sent.at('id')), admin);
    assert.equal(ok(one).at('history', 0, 'assignedTo', 'name'), 'bob');
    const nobody = { assignment: { type: 'Group', id: bobId } };
    refused(await act(id, 'assign', nobody), 400, 'unknown-assignee');
    refused(await act(id, 'assign', { assignment, revision: 1 }), 412, 'precondition-failed');
    const list = ok(await ann.send('GET', '/app/v1/assignees?limit=2'));
    assert.deepEqual(list.at('items', 0, 'name'), 'admin');
    const first = ok(await ann.send('GET', '/app/v1/assignees?limit=1')).at('items');
    assert.equal(Array.isArray(first) && first.length, 1);
    // Groups are returned however many users precede them by name.
    const groups = ok(await ann.send('GET', '/app/v1/assignees?type=Group&limit=50')).at('items');
    assert.ok(Array.isArray(groups) && groups.every(({ type }) => type === 'Group'));
    const people = ok(await ann.send('GET', '/app/v1/assignees?type=User&q=bo')).at('items');
    assert.deepEqual(people, found.at('items'));
  });

  test('a deleted form is gone for people, comes back for designers, and is removed after 30 days', async () => {
    const id = await make({ name: 'Deleted', answers: { site: 'Dam' } });
    const forGood = await make({ name: 'Deleted for good' });
    assert.equal((await ann.send('DELETE', `/app/v1/forms/${id}`)).status, 204);
    assert.equal((await ann.send('DELETE', `/app/v1/forms/${forGood}`)).status, 204);
    refused(await read(id), 404, 'not-found');
    refused(await act(id, 'restore'), 404, 'not-found');
    refused(await ann.send('GET', '/app/v1/forms?deleted=true'), 403, 'forbidden');
    const seen = ok(await read(id, admin));
    assert.deepEqual([seen.at('may', 'restore'), seen.at('may', 'edit')], [true, false]);
    const deletedAt = Date.parse(String(seen.at('deletedAt')));
    assert.equal(Date.parse(String(seen.at('purgedAt'))) - deletedAt, 30 * DAY_MS);
    const names: unknown[] = [];
    for (let cursor = ''; ; ) {
      const path = `/app/v1/forms?deleted=true&limit=1&cursor=${cursor}`;
      const page = ok(await admin.send('GET', path));
      names.push(page.at('items', 0, 'name'));
      if (page.at('next') === undefined) break;
      cursor = String(page.at('next'));
    }
    assert.deepEqual(names, ['Deleted for good', 'Deleted']);
    const back = ok(await act(id, 'restore', undefined, admin));
    assert.deepEqual([back.at('deletedAt'), back.at('answers')], [undefined, { site: 'Dam' }]);
    ok(await act(id, 'restore', undefined, admin));
    ok(await read(id));

    await purgeDeleted(node.services);
    ok(await read(forGood, admin));
    node.clock.advance(30 * DAY_MS + 1);
    await purgeDeleted(node.services);
    admin = await adminBrowser(node);
    await ann.signIn('ann', PASSWORD);
    await bob.signIn('bob', PASSWORD);
    refused(await read(forGood, admin), 404, 'not-found');
    refused(await act(forGood, 'restore', undefined, admin), 404, 'not-found');
    ok(await read(id));
  });

  test('a form that can not be removed keeps no other from it, and a long history goes in parts', async () => {
    const { db } = node.services;
    const stuck = await make();
    const last = ok(await create(), 201);
    const other = String(last.at('id'));
    await addEvents(stuck, 2500);
    for (const id of [stuck, other]) {
      assert.equal((await ann.send('DELETE', `/app/v1/forms/${id}`)).status, 204);
    }
    node.clock.advance(30 * DAY_MS + 1);
    await refuseDeleting(stuck);
    await assert.rejects(purgeDeleted(node.services), /1 deleted form could not be removed/);
    const left = (from: 'forms' | 'form_events', column: 'id' | 'form_id', id: string) =>
      db.reader.selectFrom(from).where(column, '=', id).select('id').execute();
    assert.equal((await left('forms', 'id', other)).length, 0);
    assert.equal((await left('forms', 'id', stuck)).length, 1);
    assert.ok((await left('form_events', 'form_id', stuck)).length <= 2000);
    await sql`drop trigger refuse_deleting ${sql.raw(engine.name === 'postgres' ? 'on forms' : '')}`.execute(
      db.reader,
    );
    await purgeDeleted(node.services);
    assert.equal((await left('forms', 'id', stuck)).length, 0);
    assert.equal((await left('form_events', 'form_id', stuck)).length, 0);
    admin = await adminBrowser(node);
    await ann.signIn('ann', PASSWORD);
    await bob.signIn('bob', PASSWORD);
    const number = Number(last.at('number')) + 1;
    assert.equal(ok(await create(), 201).at('number'), number, 'no number is given twice');
  });

  test('a definition of before our profile opens, and one that would stop the engine stops one call', async () => {
    const made = await admin.send('POST', '/app/v1/templates', {
      body: { name: 'Old', definition: DEFINITION },
    });
    const path = `/app/v1/templates/${made.at('id')}`;
    ok(await admin.send('POST', `${path}/publish`, { body: {} }));
    const old = {
      elements: [
        { type: 'html', name: 'h', html: '<p>Hello</p>' },
        { type: 'text', name: 'a', validators: [{ type: 'regex', regex: '^(a+)+$' }] },
      ],
    };
    await sql`update template_versions set definition = ${JSON.stringify(old)}
      where template_id = ${made.at('id')}`.execute(node.services.db.reader);
    const id = await make({ templateId: made.at('id') });
    assert.deepEqual(ok(await read(id)).at('definition'), old);
    ok(await save(id, { revision: 1, answers: { a: 'aaa' } }));
    const bomb = { answers: { a: `${'a'.repeat(40)}!` } };
    const stuck = act(id, 'complete', bomb);
    const other = await make({ answers: { site: 'Dam' } });
    ok(await act(other, 'complete', {}));
    refused(await stuck, 422, 'form-check-timeout');
    ok(await act(id, 'complete', {}));
  });

  test('answers are told as people read them, when they are asked for', async () => {
    const id = await make({ answers: { site: 'Dam', count: 3 } });
    assert.equal(ok(await read(id)).at('plain'), undefined);
    const plain = ok(await read(id, ann, '?plain=true&locale=de')).at('plain');
    assert.ok(Array.isArray(plain));
    assert.deepEqual(
      plain.map(({ title, state, displayValue }) => [title, state, displayValue]),
      [
        ['Site', 'answered', 'Dam'],
        ['count', 'answered', '3'],
        ['twice', 'answered', '6'],
        ['why', 'hidden', ''],
        ['photos', 'unanswered', ''],
      ],
    );
  });
});
