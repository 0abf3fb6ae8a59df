// Work on a device without a network: what it needs to begin, and what becomes of a form that it began.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser, openBrowser } from '../../test/support/browser.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { type Answer, type Instance, startInstance } from '../../test/support/instance.ts';

const PASSWORD = 'four green kettles in march';
const DAY_MS = 86_400_000;
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const DEFINITION = {
  elements: [
    { type: 'text', name: 'site' },
    { type: 'text', name: 'level', inputType: 'number' },
  ],
};

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let templateId: string;
  let group: { readonly type: string; readonly id: string };
  const people = new Map<string, { readonly id: string; readonly browser: Browser }>();

  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    for (const name of ['ann', 'bob', 'cem']) {
      const body = { userName: name, displayName: name.toUpperCase(), password: PASSWORD };
      const id = String((await admin.send('POST', '/app/v1/users', { body })).at('id'));
      const browser = openBrowser(node);
      await browser.signIn(name, PASSWORD);
      people.set(name, { id, browser });
    }
    const members = ['ann', 'bob'].map((name) => ({ value: to(name).id }));
    const body = { schemas: [GROUP], displayName: 'Crew', members };
    const made = ok(await node.request('POST', '/scim/v2/Groups', { body }), 201);
    group = { type: 'Group', id: String(made.at('id')) };
    // Nobody but whoever is assigned may use it.
    const template = { name: 'Inspection', definition: DEFINITION };
    const path = '/app/v1/templates';
    templateId = String(ok(await admin.send('POST', path, { body: template }), 201).at('id'));
    ok(await admin.send('POST', `${path}/${templateId}/publish`, { body: {} }));
  });
  after(() => node.close());

  const to = (name: string) => ({
    type: 'User',
    id: people.get(name)?.id ?? assert.fail(name),
  });
  const as = (name: string): Browser => people.get(name)?.browser ?? assert.fail(name);
  const ok = (answer: Answer, status = 200): Answer => {
    assert.equal(answer.status, status, answer.text);
    return answer;
  };
  const send = async (more: object = {}): Promise<string> => {
    const dueDate = new Date(node.services.clock.now() + DAY_MS).toISOString();
    const body = { templateId, assignee: to('ann'), dueDate, ...more };
    const sent = ok(await node.request('POST', '/v2/assignments', { body }), 201);
    return String(sent.at('assignments', 0, 'id'));
  };
  const change = async (id: string, body: object) =>
    ok(await node.request('PATCH', `/v2/assignments/${id}`, { body }));
  /** As a device sends a form that it began. */
  const begin = (name: string, id: string, formId: string = crypto.randomUUID()) =>
    as(name).send('POST', `/app/v1/assignments/${id}/form`, {
      body: { id: formId, versionNumber: 1, answers: { site: 'Typed' }, begunOffline: true },
    });
  const lossOf = (answer: Answer) => [answer.at('lost', 'reason'), answer.at('lost', 'lostBy')];

  test('a device reads what the form of its work begins with, and the definition only once', async () => {
    const id = await send({ fields: { site: { text: 'Weir' } } });
    const path = `/app/v1/assignments/${id}/form`;
    const read = ok(await as('ann').send('GET', path));
    assert.deepEqual(read.body, {
      versionNumber: 1,
      definition: DEFINITION,
      answers: { site: 'Weir' },
    });
    const again = ok(await as('ann').send('GET', `${path}?knownVersion=1`));
    assert.deepEqual(again.body, { versionNumber: 1, answers: { site: 'Weir' } });
    const listed = ok(await as('ann').send('GET', '/app/v1/assignments?mine=true&state=waiting'));
    assert.equal(listed.at('items', 0, 'currentVersion'), 1);
    assert.equal((await as('bob').send('GET', path)).status, 404);
    const admins = await admin.send('GET', path);
    assert.deepEqual([admins.status, admins.at('code')], [403, 'forbidden']);
    ok(await begin('ann', id), 201);
    const begun = await as('ann').send('GET', path);
    assert.deepEqual([begun.status, begun.at('code')], [409, 'assignment-state']);
  });

  test('a form that was begun without a network does the work, and repeating it makes nothing twice', async () => {
    const id = await send();
    const formId = crypto.randomUUID();
    const first = ok(await begin('ann', id, formId), 201);
    const again = ok(await begin('ann', id, formId));
    assert.deepEqual([first.at('id'), again.at('id')], [formId, formId]);
    assert.deepEqual([first.at('lost'), again.at('lost')], [undefined, undefined]);
    assert.equal(first.at('dueAt'), again.at('dueAt'));
    const work = ok(await node.request('GET', `/v2/assignments/${id}`));
    assert.deepEqual([work.at('state'), work.at('formId')], ['begun', formId]);
  });

  test('it is kept as a draft of its own, and says why, though the work was cancelled or handed on meanwhile', async () => {
    const cancelled = await send();
    ok(await node.request('POST', `/v2/assignments/${cancelled}/cancel`));
    const handedOn = await send();
    await change(handedOn, { assignee: to('cem') });
    await change(handedOn, { assignee: to('bob') });
    for (const [id, reason, state] of [
      [cancelled, 'work-cancelled', 'cancelled'],
      [handedOn, 'work-assigned', 'waiting'],
    ] as const) {
      const formId = crypto.randomUUID();
      const kept = ok(await begin('ann', id, formId), 201);
      assert.deepEqual([kept.at('answers', 'site'), kept.at('dueAt')], ['Typed', undefined]);
      assert.deepEqual([lossOf(kept)[0], typeof lossOf(kept)[1]], [reason, 'string']);
      const again = ok(await begin('ann', id, formId));
      assert.deepEqual([again.at('id'), lossOf(again)], [formId, lossOf(kept)]);
      ok(
        await as('ann').send('PATCH', `/app/v1/forms/${formId}`, {
          body: { revision: 1, answers: { site: 'More' } },
        }),
      );
      const work = ok(await node.request('GET', `/v2/assignments/${id}`));
      assert.deepEqual([work.at('state'), work.at('formId')], [state, null]);
    }
  });

  test('of two members who begin the work of their group without a network, the second keeps a draft of their own', async () => {
    const id = await send({ assignee: { ...group, mode: 'shared' } });
    ok(await begin('bob', id), 201);
    const second = ok(await begin('ann', id), 201);
    assert.deepEqual(lossOf(second), ['work-begun', 'BOB']);
    assert.equal((await begin('cem', id)).status, 404);
  });

  test('nobody begins work without a network that was never theirs', async () => {
    const id = await send();
    assert.equal((await begin('bob', id)).status, 404);
    await change(id, { instructions: 'Soon.', assignee: to('bob') });
    assert.equal((await begin('cem', id)).status, 404);
    assert.equal((await begin('ann', crypto.randomUUID())).status, 404);
  });
});
