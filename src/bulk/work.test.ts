// Actions on much work: what they change, by whose rights, what a runner that dies leaves behind, and reminders.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sendReminders } from '#assignments/index.ts';
import { adminBrowser, type Browser, openBrowser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { DEFINITION } from '../../test/support/forms.ts';
import { type Answer, type Instance, startInstance } from '../../test/support/instance.ts';
import { type MailServer, startMailServer } from '../../test/support/mail-server.ts';
import { waitUntil } from '../../test/support/wait-until.ts';
import { createBulkRunner } from './bulk-runner.ts';

const PASSWORD = 'four green kettles in march';
const ACTS = '/app/v1/bulk-acts';
const DAY_MS = 86_400_000;

forEachEngine((engine) => {
  let mail: MailServer;
  let node: Instance;
  let admin: Browser;
  let ann: Browser;
  let templateId: string;
  const ids = new Map<string, string>();

  before(async () => {
    mail = await startMailServer();
    node = await startInstance(engine, { env: mail.env });
    admin = await adminBrowser(node);
    for (const userName of ['ann', 'bob', 'cem', 'mute']) {
      const email = userName === 'mute' ? {} : { email: emailOf(userName) };
      const body = { userName, displayName: userName, password: PASSWORD, ...email };
      const made = ok(await admin.send('POST', '/app/v1/users', { body }), 201);
      ids.set(userName, String(made.at('id')));
    }
    ann = openBrowser(node);
    await ann.signIn('ann', PASSWORD);
    templateId = await publish('Visit');
  });
  after(async () => {
    await node.close();
    await mail.close();
  });

  const emailOf = (name: string): string => `${name}-${engine.name}@people.example`;
  const idOf = (name: string): string => ids.get(name) ?? assert.fail(name);
  const ok = (answer: Answer, status = 200): Answer => {
    assert.equal(answer.status, status, answer.text);
    return answer;
  };
  const publish = async (name: string, openToAll = true): Promise<string> => {
    const body = { name, definition: DEFINITION, openToAll };
    const id = String(ok(await admin.send('POST', '/app/v1/templates', { body }), 201).at('id'));
    ok(await admin.send('POST', `/app/v1/templates/${id}/publish`, { body: {} }));
    return id;
  };
  const send = async (name: string, more: object = {}): Promise<string> => {
    const body = { templateId, assignee: { type: 'User', id: idOf(name) }, ...more };
    return String(
      ok(await node.request('POST', '/v2/assignments', { body }), 201).at('assignments', 0, 'id'),
    );
  };
  const read = async (id: string): Promise<Answer> =>
    ok(await node.request('GET', `/v2/assignments/${id}`));
  const actionsOf = async (id: string): Promise<readonly string[]> => {
    const history = (await read(id)).at('history');
    assert.ok(Array.isArray(history));
    return history.map(({ action }) => action);
  };
  const begin = async (by: Browser, body: object): Promise<string> =>
    String(ok(await by.send('POST', ACTS, { body }), 202).headers['location']);
  const ended = (by: Browser, path: string) =>
    waitUntil(async () => (await by.send('GET', path)).at('finishedAt') !== undefined);
  const report = async (by: Browser, path: string) => {
    await ended(by, path);
    const rows = ok(await by.send('GET', `${path}/forms?limit=100`)).at('items');
    assert.ok(Array.isArray(rows));
    return rows.map(({ name, outcome, reason }) => [name, outcome, reason]);
  };
  const act = async (by: Browser, body: object) => report(by, await begin(by, body));
  const chosen = (kind: string, items: readonly string[], more: object = {}) => ({
    act: kind,
    work: { ids: items },
    expected: items.length,
    ...more,
  });

  test('all work that a list shows gets another due date and instructions, each in its own history', async () => {
    const own = await publish('Inspection');
    const sent = [
      await send('ann', { templateId: own }),
      await send('bob', { templateId: own, dueDate: new Date(4e12).toISOString() }),
    ];
    ok(await node.request('POST', `/v2/assignments/${sent[1]}/cancel`));
    const list = { template: own, state: 'waiting' };
    const counted = ok(await admin.send('GET', `/app/v1/assignments/count?template=${own}`));
    assert.deepEqual([counted.at('count'), counted.at('isExact')], [2, true]);
    const dueDate = new Date(node.clock.now() + DAY_MS).toISOString();
    const changes = { dueDate, instructions: 'Bring the key.' };
    const body = { act: 'change', changes, work: { list }, expected: 1 };
    assert.deepEqual(await act(admin, body), [['Inspection · ann', 'done', undefined]]);
    const changed = await read(sent[0] ?? '');
    assert.deepEqual(
      [changed.at('dueDate'), changed.at('instructions'), await actionsOf(sent[0] ?? '')],
      [dueDate, 'Bring the key.', ['send', 'change']],
    );
    assert.deepEqual(await act(admin, body), [['Inspection · ann', 'skipped', 'already']]);
    const late = await admin.send('POST', ACTS, {
      body: { ...body, work: { list: { template: own } } },
    });
    assert.deepEqual([late.status, late.at('code'), late.at('count')], [409, 'bulk-changed', 2]);
  });

  test('work is handed on and cancelled with the rights of whoever asks, and each refusal is told', async () => {
    const closed = { templateId: await publish('Visit', false) };
    const sent = [await send('ann', closed), await send('bob', closed)];
    const to = { assignment: { type: 'User', id: idOf('cem') } };
    assert.deepEqual(await act(ann, chosen('hand-on', sent, to)), [
      ['Visit · ann', 'skipped', 'forbidden'],
      [undefined, 'skipped', 'not-found'],
    ]);
    assert.deepEqual(await act(admin, chosen('hand-on', sent, to)), [
      ['Visit · cem', 'done', undefined],
      ['Visit · cem', 'done', undefined],
    ]);
    const path = await begin(admin, chosen('cancel', [...sent, sent[0]?.toUpperCase() ?? '', 'x']));
    assert.deepEqual(await report(admin, path), [
      ['Visit · cem', 'done', undefined],
      ['Visit · cem', 'done', undefined],
      [undefined, 'skipped', 'not-found'],
    ]);
    assert.deepEqual(await actionsOf(sent[0] ?? ''), ['send', 'change', 'cancel']);
    assert.equal((await ann.send('GET', path)).status, 404);
    assert.deepEqual(await act(admin, chosen('change', sent, { changes: { dueDate: null } })), [
      ['Visit · cem', 'skipped', 'assignment-state'],
      ['Visit · cem', 'skipped', 'assignment-state'],
    ]);
  });

  test('an act takes what it is for, and nothing else', async () => {
    const id = await send('ann');
    for (const body of [
      { act: 'remind', forms: { ids: [id] }, expected: 1 },
      { act: 'delete', work: { ids: [id] }, expected: 1 },
      chosen('change', [id]),
      chosen('hand-on', [id], { changes: { instructions: null } }),
      chosen('change', [id], { changes: { dueDate: '2026-01-31' } }),
      { act: 'cancel', work: { list: { state: 'lost' } }, expected: 1 },
    ]) {
      const refused = await admin.send('POST', ACTS, { body });
      assert.equal(refused.status, 400, refused.text);
    }
  });

  test('whoever has work is reminded by one letter for all of it, and of each once a day', async () => {
    const sent: string[] = [];
    for (let i = 0; i < 12; i += 1) sent.push(await send('bob'));
    const [ended, mute] = [await send('bob'), await send('mute')];
    ok(await node.request('POST', `/v2/assignments/${ended}/cancel`));
    const rows = await act(admin, chosen('remind', [...sent, ended, mute]));
    assert.deepEqual(rows.slice(-3), [
      ['Visit · bob', 'done', undefined],
      ['Visit · bob', 'skipped', 'assignment-state'],
      ['Visit · mute', 'failed', 'nobody-reached'],
    ]);
    const [first = '', second = ''] = sent;
    assert.deepEqual(await actionsOf(first), ['send', 'remind']);
    const again = await node.request('POST', `/v2/assignments/${first}/remind`);
    assert.deepEqual([again.status, again.at('code')], [409, 'reminded-already']);
    // Nobody is reminded of what they no longer have.
    const toCem = { assignee: { type: 'User', id: idOf('cem') } };
    ok(await node.request('PATCH', `/v2/assignments/${second}`, { body: toCem }));
    const job = sendReminders(node.services);
    const remindersTo = (name: string) =>
      mail.taken.filter(
        ({ to, headers }) => to.includes(emailOf(name)) && /^subject: Reminder/im.test(headers),
      );
    await job.run();
    assert.equal(remindersTo('bob').length, 0);
    node.clock.advance(11 * 60_000);
    await Promise.all([job.run(), job.run()]);
    await waitUntil(() => remindersTo('bob').length > 0);
    const [letter] = remindersTo('bob');
    assert.match(letter?.headers ?? '', /subject: Reminder: 11 pieces of work/i);
    assert.match(letter?.text ?? '', /Waiting for you:\s+- Visit/);
    await job.run();
    assert.equal(remindersTo('bob').length, 1);
    assert.equal(remindersTo('cem').length, 0);
    ok(await node.request('POST', `/v2/assignments/${second}/remind`));
  });

  test('a runner that fails in the middle does nothing twice, and an older node never takes work', async () => {
    const sent = [await send('cem'), await send('cem'), await send('cem')];
    await node.services.bulkRunner.close();
    const path = await begin(admin, chosen('change', sent, { changes: { priority: 'high' } }));
    const rowOf = () =>
      node.services.db.reader
        .selectFrom('bulk_acts')
        .selectAll()
        .where('id', '=', path.split('/').at(-1) ?? '')
        .executeTakeFirstOrThrow();
    // What 0.2.0 asks for.
    const ofOlder = await node.services.db.reader
      .selectFrom('bulk_acts')
      .select('id')
      .where('finished_at', 'is', null)
      .where('leased_until', '<', node.clock.now() + 400 * DAY_MS)
      .execute();
    assert.deepEqual(ofOlder, []);
    let appended = 0;
    const { audit } = node.services;
    const runner = createBulkRunner({
      ...node.services,
      onError: () => undefined,
      audit: {
        async append(tx, by, event) {
          await audit.append(tx, by, event);
          appended += 1;
          // After everything was written, before the commit.
          if (appended === 2) throw Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
        },
      },
    });
    await waitUntil(async () => {
      await runner.job.run();
      return (await rowOf()).finished_at !== null;
    }).finally(() => runner.close());
    const { done, skipped, failed, state } = await rowOf();
    assert.deepEqual([done, skipped, failed, state, appended], [3, 0, 0, 'done', 4]);
    for (const id of sent) assert.deepEqual(await actionsOf(id), ['send', 'change']);
  });
});
