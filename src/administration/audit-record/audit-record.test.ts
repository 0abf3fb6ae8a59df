// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { adminBrowser, type Browser, openBrowser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { DEFINITION } from '../../../test/support/forms.ts';
import { type Instance, startInstance } from '../../../test/support/instance.ts';

const PATH = '/app/v1/audit-events';
const PASSWORD = 'four green kettles in march';

forEachEngine((engine) => {
  let node: Instance;
  let admin: Browser;
  let annId: string;
  before(async () => {
    node = await startInstance(engine);
    admin = await adminBrowser(node);
    const made = await admin.send('POST', '/app/v1/users', {
      body: { userName: 'ann', displayName: 'Ann', password: PASSWORD },
    });
    annId = String(made.at('id'));
    for (const displayName of ['One', 'Two', 'Three']) {
      node.clock.advance(1000);
      await admin.send('POST', '/app/v1/groups', { body: { displayName } });
    }
    await node.services.chains.linkPending();
  });
  after(() => node.close());

  const walk = async (query: string): Promise<readonly string[]> => {
    const ids: string[] = [];
    for (let cursor = ''; ; ) {
      const answer = await admin.send('GET', `${PATH}?${query}&cursor=${cursor}`);
      assert.equal(answer.status, 200, answer.text);
      const items = answer.at('items');
      assert.ok(Array.isArray(items));
      ids.push(...items.map(({ id }) => String(id)));
      cursor = String(answer.at('next') ?? '');
      if (cursor === '') return ids;
    }
  };

  test('pages of any size make up the same record, and each event can be read by itself', async () => {
    const all = await walk('limit=100');
    assert.ok(all.length >= 6);
    assert.deepEqual(await walk('limit=2'), all);
    const [newest = ''] = all;
    const answer = await admin.send('GET', `${PATH}/${newest}`);
    const listed = await admin.send('GET', `${PATH}?limit=1`);
    assert.deepEqual(answer.body, listed.at('items', 0));
    for (const id of ['nothing', '%00', newest.slice(1)]) {
      assert.equal((await admin.send('GET', `${PATH}/${id}`)).status, 404);
    }
  });

  test('an event says who did what to whom by name, and has its place in the chain', async () => {
    const answer = await admin.send('GET', `${PATH}?action=user.&targetId=${annId}`);
    assert.equal(answer.at('items', 0, 'action'), 'user.create', answer.text);
    assert.equal(answer.at('items', 0, 'user', 'name'), 'admin');
    assert.deepEqual(answer.at('items', 0, 'target'), {
      type: 'User',
      id: annId,
      name: 'Ann',
      isOpen: true,
    });
    assert.deepEqual(
      [answer.at('items', 0, 'via'), answer.at('items', 0, 'result')],
      ['web', 'ok'],
    );
    const seq = Number(answer.at('items', 0, 'chain', 'seq'));
    assert.ok(seq > 0 && seq <= Number(answer.at('chain', 'linked')));
    assert.equal(answer.at('chain', 'waiting'), 0);
  });

  test('an event names its target, a deleted one as it was called, and a form only to those who see it', async () => {
    const make = async (path: string, body: object): Promise<string> => {
      const made = await admin.send('POST', `/app/v1${path}`, { body });
      assert.ok(made.status < 300, made.text);
      return String(made.at('id'));
    };
    const templateId = await make('/templates', {
      name: 'Rounds',
      definition: DEFINITION,
      namePattern: '{template} at {site}',
    });
    await make(`/templates/${templateId}/publish`, {});
    const formId = await make('/forms', { templateId, answers: { site: 'Dam' } });
    const boardId = await make('/dashboards', { name: 'Board' });
    const lostId = await make('/dashboards', { name: 'Lost' });
    await admin.send('DELETE', `/app/v1/dashboards/${lostId}`);
    const hook = { targetUrl: 'https://x.example/in', eventTypes: ['form.completed'] };
    const made = await admin.send('POST', '/app/v1/webhooks', {
      body: { ...hook, description: 'Warehouse' },
    });
    const hookId = String(made.at('webhook', 'id'));
    const targets = async (as: Browser) =>
      Promise.all(
        [templateId, formId, boardId, lostId, hookId].map(async (id) => {
          const answer = await as.send('GET', `${PATH}?targetId=${id}&limit=1`);
          return [
            answer.at('items', 0, 'target', 'name'),
            answer.at('items', 0, 'target', 'isOpen'),
          ];
        }),
      );
    assert.deepEqual(await targets(admin), [
      ['Rounds', true],
      ['Rounds at Dam', true],
      ['Board', true],
      ['Lost', undefined],
      ['Warehouse', true],
    ]);
    const bea = openBrowser(node);
    await make('/users', { userName: 'bea', role: 'admin', password: PASSWORD });
    await bea.signIn('bea', PASSWORD);
    assert.deepEqual((await targets(bea)).slice(0, 2), [
      ['Rounds', true],
      ['Rounds 1', undefined],
    ]);
    await admin.send('DELETE', `/app/v1/forms/${formId}`);
    assert.deepEqual((await targets(admin))[1], ['Rounds at Dam', undefined]);
  });

  test('filters narrow the record, and what is none is named', async () => {
    const groups = await walk('action=group.create&result=ok');
    assert.equal(groups.length, 3);
    const [, second = ''] = groups;
    const { body } = await admin.send('GET', `${PATH}/${second}`);
    const { at } = Object(body);
    assert.deepEqual(await walk(`action=group.&from=${at}`), groups.slice(0, 2));
    assert.deepEqual(await walk(`action=group.&to=${at}`), groups.slice(2));
    assert.deepEqual(await walk('result=refused'), []);
    for (const [query, at] of [
      ['from=tomorrow', 'from'],
      ['result=perhaps', 'result'],
      ['pageNumber=2', 'pageNumber'],
      ['cursor=x', 'cursor'],
    ]) {
      const answer = await admin.send('GET', `${PATH}?${query}`);
      assert.deepEqual([answer.status, answer.at('at')], [400, at], answer.text);
    }
    const { next } = Object((await admin.send('GET', `${PATH}?limit=1`)).body);
    const elsewhere = await admin.send('GET', `${PATH}?limit=1&result=ok&cursor=${next}`);
    assert.equal(elsewhere.status, 400);
  });

  test('nobody but admins reads the record', async () => {
    const ann = openBrowser(node);
    await ann.signIn('ann', PASSWORD);
    assert.equal((await ann.send('GET', PATH)).status, 403);
  });
});
