// What people leave behind who are not active any more: who sees it, to whom it is proposed, and who hands it on.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser, openBrowser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { DEFINITION } from '../../test/support/forms.ts';
import { type Answer, type Instance, startInstance } from '../../test/support/instance.ts';

const PASSWORD = 'four green kettles in march';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

interface Item {
  readonly kind: string;
  readonly id: string;
  readonly leaver: { readonly id: string };
  readonly successor: { readonly id: string } | null;
  readonly mayChoose: boolean;
}

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let templateId: string;
  let adminId: string;
  const ids = new Map<string, string>();
  const browsers = new Map<string, Browser>();

  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    adminId = node.account.userId;
    for (const userName of ['boss', 'peer', 'leo', 'lone']) {
      const body = { userName, displayName: userName, password: PASSWORD };
      const made = ok(await admin.send('POST', '/app/v1/users', { body }), 201);
      ids.set(userName, String(made.at('id')));
      const browser = openBrowser(node);
      await browser.signIn(userName, PASSWORD);
      browsers.set(userName, browser);
    }
    const manager = [{ op: 'add', path: `${ENTERPRISE}:manager`, value: { value: idOf('boss') } }];
    ok(await patch('leo', manager));
    const body = { name: 'Visit', definition: DEFINITION, openToAll: true };
    templateId = String(ok(await admin.send('POST', '/app/v1/templates', { body }), 201).at('id'));
    ok(await admin.send('POST', `/app/v1/templates/${templateId}/publish`, { body: {} }));
  });
  after(() => node.close());

  const idOf = (name: string): string => ids.get(name) ?? assert.fail(name);
  const as = (name: string): Browser => browsers.get(name) ?? assert.fail(name);
  const ok = (answer: Answer, status = 200): Answer => {
    assert.equal(answer.status, status, answer.text);
    return answer;
  };
  const patch = (name: string, Operations: readonly object[]) =>
    node.request('PATCH', `/scim/v2/Users/${idOf(name)}`, {
      body: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations,
      },
    });
  const setActive = async (name: string, value: boolean) =>
    ok(await patch(name, [{ op: 'replace', path: 'active', value }]));
  const send = async (by: Browser, to: string): Promise<string> => {
    const body = { templateId, assignee: { type: 'User', id: idOf(to) }, answers: {} };
    return String(
      ok(await by.send('POST', '/app/v1/assignments', { body }), 201).at('assignments', 0, 'id'),
    );
  };
  const makeSeries = async (by: Browser, assignee: object): Promise<string> => {
    const rule = { frequency: 'weekly', byDay: [{ day: 'mo' }] };
    const when = { rule, start: '2030-01-07', time: '17:00', holidays: 'keep', leadDays: 1 };
    const path = `/app/v1/templates/${templateId}/series`;
    return String(ok(await by.send('POST', path, { body: { ...when, assignee } }), 201).at('id'));
  };
  const queueOf = async (by: Browser, query = ''): Promise<readonly Item[]> =>
    Object(ok(await by.send('GET', `/app/v1/leavers${query}`)).body).items;
  const handOn = async (by: Browser, items: readonly Item[], to?: string) => {
    const body = {
      items: items.map(({ kind, id, leaver }) => ({ kind, id, leaver: leaver.id })),
      ...(to !== undefined && { to: { type: 'User', id: to } }),
    };
    const { results } = Object(ok(await by.send('POST', '/app/v1/leavers/hand-on', { body })).body);
    return results.map(({ error }: { error?: { code: string } }) => error?.code ?? 'done');
  };
  const stateOf = async (id: string) => {
    const read = ok(await admin.send('GET', `/app/v1/assignments/${id}`));
    return [read.at('state'), read.at('assignee', 'id')];
  };

  test('what a leaver left stands in one queue, is proposed to their manager, and moves only when it is accepted', async () => {
    const [waiting, begun] = [await send(admin, 'leo'), await send(admin, 'leo')];
    const form = ok(
      await as('leo').send('POST', `/app/v1/assignments/${begun}/form`, { body: {} }),
      201,
    ).at('id');
    const draft = { templateId, assignment: { type: 'User', id: idOf('leo') } };
    const loose = String(
      ok(await admin.send('POST', '/app/v1/forms', { body: draft }), 201).at('id'),
    );
    const series = await makeSeries(admin, { type: 'User', id: idOf('leo'), mode: 'each' });
    const sent = await makeSeries(as('leo'), { type: 'User', id: idOf('peer'), mode: 'each' });
    assert.deepEqual(await queueOf(admin), []);
    await setActive('leo', false);
    const queue = await queueOf(admin);
    assert.deepEqual(
      queue.map(({ kind, id }) => `${kind} ${id}`).toSorted(),
      [
        `assignment ${waiting}`,
        `assignment ${begun}`,
        `form ${loose}`,
        `series ${series}`,
        `sent-series ${sent}`,
      ].toSorted(),
    );
    for (const { leaver, successor, mayChoose } of queue) {
      assert.deepEqual([leaver.id, successor?.id, mayChoose], [idOf('leo'), idOf('boss'), true]);
    }
    assert.deepEqual(await stateOf(waiting), ['waiting', idOf('leo')]);
    // A page after the other has the same.
    const first = ok(await admin.send('GET', '/app/v1/leavers?limit=2'));
    const second = await queueOf(admin, `?limit=100&cursor=${first.at('next')}`);
    assert.deepEqual([...Object(first.body).items, ...second], queue);
    assert.deepEqual(await handOn(admin, queue), ['done', 'done', 'done', 'done', 'done']);
    assert.deepEqual(await queueOf(admin), []);
    assert.deepEqual(await stateOf(waiting), ['waiting', idOf('boss')]);
    assert.deepEqual(await stateOf(begun), ['begun', idOf('boss')]);
    const moved = ok(await as('boss').send('GET', `/app/v1/forms/${form}`));
    assert.equal(moved.at('assignee', 'id'), idOf('boss'));
    const stored = await node.services.db.reader
      .selectFrom('series')
      .select(['id', 'assignee_id', 'sent_by'])
      .execute();
    assert.deepEqual(
      new Map(stored.map((row) => [row.id, [row.assignee_id, row.sent_by]])),
      new Map([
        [series, [idOf('boss'), adminId]],
        [sent, [idOf('peer'), idOf('boss')]],
      ]),
    );
    const again = queue.filter(({ id }) => id === waiting);
    assert.deepEqual(await handOn(admin, again), ['not-found'], 'it is no leaver’s any more');
    await setActive('leo', true);
  });

  test('without a manager the sender is proposed, sees what they sent, and chooses nobody for what has answers', async () => {
    const [waiting, begun] = [await send(as('peer'), 'lone'), await send(as('peer'), 'lone')];
    ok(await as('lone').send('POST', `/app/v1/assignments/${begun}/form`, { body: {} }), 201);
    await setActive('lone', false);
    assert.deepEqual(await queueOf(as('boss')), [], 'a stranger sees nothing');
    const queue = await queueOf(as('peer'));
    assert.deepEqual(
      new Map(queue.map(({ id, mayChoose, successor }) => [id, [mayChoose, successor?.id]])),
      new Map([
        [waiting, [true, idOf('peer')]],
        [begun, [false, idOf('peer')]],
      ]),
    );
    const of = (id: string) => queue.filter((item) => item.id === id);
    assert.deepEqual(await handOn(as('boss'), queue), ['not-found', 'not-found']);
    assert.deepEqual(await handOn(as('peer'), of(begun), idOf('boss')), ['forbidden']);
    assert.deepEqual(await handOn(as('peer'), of(waiting), idOf('lone')), ['unknown-assignee']);
    assert.deepEqual(await handOn(as('peer'), of(waiting), idOf('boss')), ['done']);
    assert.deepEqual(await handOn(as('peer'), of(begun)), ['done']);
    assert.deepEqual(await stateOf(waiting), ['waiting', idOf('boss')]);
    assert.deepEqual(await queueOf(admin), []);
    await setActive('lone', true);
  });
});
