// Who polls with the change cursor learns of every change of assignments, whoever made it, and listeners are told once
// of work that becomes due before anybody began it.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser, openBrowser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../test/support/instance.ts';
import { tellDueAssignments } from './due-work-events.ts';
import { forgetAssignmentOf } from './forget-assignment.store.ts';

const PASSWORD = 'four green kettles in march';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DEFINITION = { elements: [{ type: 'text', name: 'site', title: 'Site' }] };

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let ann: Browser;
  let annId: string;
  let templateId: string;

  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const person = { userName: 'ann', displayName: 'Ann', password: PASSWORD };
    annId = String((await admin.send('POST', '/app/v1/users', { body: person })).at('id'));
    ann = openBrowser(node);
    await ann.signIn('ann', PASSWORD);
    templateId = await publish();
  });
  after(() => node.close());

  const ok = (answer: Answer, status = 200): Answer => {
    assert.equal(answer.status, status, answer.text);
    return answer;
  };
  const publish = async (): Promise<string> => {
    const body = { name: 'Inspection', definition: DEFINITION, openToAll: true };
    const id = String(ok(await admin.send('POST', '/app/v1/templates', { body }), 201).at('id'));
    ok(await admin.send('POST', `/app/v1/templates/${id}/publish`, { body: {} }));
    return id;
  };
  const inMs = (ms: number): string => new Date(node.services.clock.now() + ms).toISOString();
  const send = async (more: object = {}): Promise<string> => {
    const body = { templateId, assignee: { type: 'User', id: annId }, ...more };
    const sent = ok(await node.request('POST', '/v2/assignments', { body }), 201);
    return String(sent.at('assignments', 0, 'id'));
  };
  const patch = async (id: string, body: object): Promise<void> => {
    ok(await node.request('PATCH', `/v2/assignments/${id}`, { body }));
  };
  const cursorIn = (answer: Answer): string => String(answer.headers['x-change-cursor']);
  /** Polls until there is no more. */
  const changesSince = async (cursor: string, pageSize = 2) => {
    const items: { id: string; state?: string; deleted: boolean }[] = [];
    for (let at = cursor; ; ) {
      const path = `/v2/assignments?changedSince=${at}&pageSize=${pageSize}`;
      const answer = ok(await node.request('GET', path));
      items.push(...Object(answer.body));
      at = cursorIn(answer);
      if (answer.headers['link'] === undefined) return { items, cursor: at };
    }
  };
  const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);

  test('each assignment that changed is listed once, as it is now, also when its form changed it', async () => {
    const sent = [await send(), await send(), await send()];
    const all = await changesSince('0');
    for (const id of sent) assert.equal(idsOf(all.items).filter((each) => each === id).length, 1);
    assert.deepEqual((await changesSince(all.cursor)).items, []);
    const [first = '', second = '', third = ''] = sent;
    await patch(third, { instructions: 'Knock.' });
    await patch(third, { instructions: 'Ring.' });
    const form = ok(await ann.send('POST', `/app/v1/assignments/${first}/form`, {}), 201);
    const complete = `/app/v1/forms/${form.at('id')}/complete`;
    ok(await ann.send('POST', complete, { body: {} }));
    ok(
      await ann.send('POST', `/app/v1/assignments/${second}/decline`, { body: { reason: 'Ill' } }),
    );
    const { items, cursor } = await changesSince(all.cursor);
    assert.deepEqual(idsOf(items).toSorted(), sent.toSorted());
    const stateOf = (id: string) => items.find((item) => item.id === id)?.state;
    assert.deepEqual([stateOf(first), stateOf(second)], ['done', 'declined']);
    ok(await admin.send('POST', `/app/v1/forms/${form.at('id')}/reopen`, { body: {} }));
    const later = await changesSince(cursor);
    assert.deepEqual(
      later.items.map(({ id, state, deleted }) => ({ id, state, deleted })),
      [{ id: first, state: 'begun', deleted: false }],
    );
  });

  test('the cursor of a list comes before every change that the list may miss, and an assignment that is deleted is told', async () => {
    const listed = ok(await node.request('GET', '/v2/assignments?pageSize=1'));
    const id = await send();
    const { items, cursor } = await changesSince(cursorIn(listed));
    assert.deepEqual(idsOf(items), [id]);
    const { accountId } = node.account;
    await node.services.db.transaction((tx) =>
      forgetAssignmentOf(tx, { accountId, assignmentId: id }),
    );
    assert.deepEqual((await changesSince(cursor)).items, [{ id, deleted: true }]);
  });

  test('a change is not told to those who do not see it, and a foreign cursor or a filter beside it is refused', async () => {
    const eve = await node.addUser('eve', 'member');
    await send();
    const own = await send({ assignee: { type: 'User', id: eve.id } });
    const path = '/v2/assignments?changedSince=0&pageSize=100';
    const seen = ok(await node.request('GET', path, { token: eve.token }));
    assert.deepEqual(idsOf(Object(seen.body)), [own]);
    for (const [query, at] of [
      [`changedSince=${cursorIn(seen)}`, 'changedSince'],
      ['changedSince=0&state=done', 'state'],
      ['changedSince=0&after=x', 'after'],
    ]) {
      const refused = await node.request('GET', `/v2/assignments?${query}`);
      assert.deepEqual([refused.status, refused.at('at')], [400, at], refused.text);
    }
  });

  test('a webhook hears once of work that becomes due before anybody began it, with its reference', async () => {
    const own = await publish();
    const eventTypes = ['assignment.due', 'assignment.overdue', 'form.due', 'form.overdue'];
    const hook = { eventTypes, targetUrl: 'https://hooks.invalid/', templateId: own };
    const made = ok(await admin.send('POST', '/app/v1/webhooks', { body: hook }), 201);
    const webhookId = String(made.at('webhook', 'id'));
    const run = (laterMs = 0) => {
      const clock = { now: () => node.services.clock.now() + laterMs };
      return tellDueAssignments({ ...node.services, clock }).run();
    };
    const messages = async () => {
      const rows = await node.services.db.reader
        .selectFrom('webhook_deliveries')
        .select(['type', 'data'])
        .where('webhook_id', '=', webhookId)
        .orderBy('id')
        .execute();
      return rows.map(({ type, data }) => ({ type, ...JSON.parse(data) }));
    };
    const typesOf = async (id: string) =>
      (await messages())
        .filter((each) => each.id === id)
        .map(({ type }) => type)
        .toSorted();
    const late = await send({ templateId: own, dueDate: inMs(-HOUR_MS), reference: 'order-1' });
    const soon = await send({ templateId: own, dueDate: inMs(HOUR_MS) });
    const far = await send({ templateId: own, dueDate: inMs(3 * DAY_MS) });
    const never = await send({ templateId: own });
    const begun = await send({ templateId: own, dueDate: inMs(HOUR_MS) });
    ok(await ann.send('POST', `/app/v1/assignments/${begun}/form`, {}), 201);
    const { cursor } = await changesSince('0', 100);
    await Promise.all([run(), run(), run()]);
    await run();
    assert.deepEqual(await typesOf(late), ['assignment.due', 'assignment.overdue']);
    assert.deepEqual(await typesOf(soon), ['assignment.due']);
    for (const id of [far, never, begun]) assert.deepEqual(await typesOf(id), []);
    const told = (await messages()).find(({ id }) => id === late) ?? assert.fail();
    assert.equal(told.reference, 'order-1');
    assert.deepEqual(told.assignment, { type: 'User', id: annId });
    // That listeners were told is no change of the work.
    assert.deepEqual((await changesSince(cursor)).items, []);
    await patch(soon, { dueDate: inMs(2 * DAY_MS) });
    await run();
    assert.deepEqual(await typesOf(soon), ['assignment.due']);
    ok(await node.request('POST', `/v2/assignments/${far}/cancel`));
    await run(4 * DAY_MS);
    assert.deepEqual(await typesOf(soon), [
      'assignment.due',
      'assignment.due',
      'assignment.overdue',
    ]);
    assert.deepEqual(await typesOf(far), []);
  });
});
