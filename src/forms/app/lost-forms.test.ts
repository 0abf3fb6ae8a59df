// What people learn of a form that was theirs, and how they hand over what they typed into it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../../test/support/engines.ts';
import type { Answer } from '../../../test/support/instance.ts';
import {
  makeRightsWorld,
  type Person,
  type RightsWorld,
} from '../../../test/support/rights-world.ts';

const DEFINITION = { elements: [{ type: 'text', name: 'site', title: 'Site' }] };

forEachEngine((engine) => {
  let world: RightsWorld;
  let templateId: string;
  before(async () => {
    world = await makeRightsWorld(engine);
    const { hanna } = world;
    const body = { name: 'Round', definition: DEFINITION, openToAll: true };
    templateId = String(ok(await hanna.ask('POST', '/app/v1/templates', { body }), 201).at('id'));
    ok(await hanna.ask('POST', `/app/v1/templates/${templateId}/publish`, { body: {} }));
  });
  after(() => world.node.close());

  const ok = (answer: Answer, status = 200): Answer => {
    assert.equal(answer.status, status, answer.text);
    return answer;
  };
  const user = ({ by }: Person) => ({ type: 'User', id: by.userId });
  /** Hanna makes a form for somebody. */
  const makeFor = async (assignment: object): Promise<string> => {
    const body = { templateId, assignment };
    return String(ok(await world.hanna.ask('POST', '/app/v1/forms', { body }), 201).at('id'));
  };
  const assign = async (id: string, assignment: object) =>
    ok(await world.hanna.ask('POST', `/app/v1/forms/${id}/assign`, { body: { assignment } }));
  const save = (by: Person, id: string) =>
    by.ask('PATCH', `/app/v1/forms/${id}`, { body: { revision: 1, answers: { site: 'Weir' } } });
  const told = (answer: Answer) => [
    answer.status,
    answer.at('code'),
    answer.at('reason'),
    answer.at('lostBy'),
  ];
  const STRANGER = [404, 'not-found', undefined, undefined];

  test('whose form was assigned to someone else learns by whom and when, at every door; strangers learn nothing', async () => {
    const { hugo, gina, mila } = world;
    const id = await makeFor(user(hugo));
    const path = `/app/v1/forms/${id}`;
    ok(await hugo.ask('GET', path));
    await assign(id, user(gina));
    const refused = await save(hugo, id);
    assert.deepEqual(told(refused), [404, 'not-found', 'form-assigned', 'hanna']);
    const ago = Date.now() - Date.parse(String(refused.at('lostAt')));
    assert.ok(Math.abs(ago) < 60_000, refused.text);
    // Not who has it now.
    assert.ok(!refused.text.includes('gina') && !refused.text.includes(gina.by.userId));
    for (const [method, at] of [
      ['GET', path],
      ['POST', `${path}/complete`],
    ] as const) {
      const body = method === 'POST' ? { body: {} } : {};
      assert.equal((await hugo.ask(method, at, body)).at('reason'), 'form-assigned', at);
    }
    assert.deepEqual(told(await save(mila, id)), STRANGER);
    const unknown = '00000000-0000-7000-8000-000000000000';
    const [nowhere, hidden] = [await save(mila, unknown), await save(mila, id)];
    const same = (answer: Answer) => answer.text.replace(/"requestId":"[^"]*"/, '');
    assert.equal(same(hidden), same(nowhere));
    ok(await save(gina, id), 412);
  });

  test('a deleted form is told to those whose it was, and not to those who had lost it before', async () => {
    const { hugo, gina, hanna, mila } = world;
    const id = await makeFor(user(hugo));
    await assign(id, user(gina));
    ok(await hanna.ask('DELETE', `/app/v1/forms/${id}`), 204);
    assert.deepEqual(told(await save(gina, id)), [404, 'not-found', 'form-deleted', 'hanna']);
    assert.equal((await save(hugo, id)).at('reason'), 'form-assigned');
    assert.deepEqual(told(await save(mila, id)), STRANGER);
  });

  test('a member of a group learns who took its form over', async () => {
    const { hugo, gina, mila, node } = world;
    const { db, directory } = node.services;
    const actor = { accountId: node.account.accountId, via: 'command-line' } as const;
    const members = [hugo, gina].map(({ by }) => ({ value: by.userId }));
    const attributes = { displayName: 'Night shift' };
    const { group } = await db.transaction((tx) =>
      directory.createGroup(tx, actor, { attributes, members, origin: 'local' }),
    );
    const id = await makeFor({ type: 'Group', id: group.id });
    ok(await save(hugo, id));
    const claimed = [404, 'not-found', 'form-claimed', 'hugo'];
    assert.deepEqual(told(await save(gina, id)), claimed);
    assert.deepEqual(told(await save(mila, id)), STRANGER);
  });

  test('what was typed is handed over to whoever has the form now, without the right to assign, and by nobody else', async () => {
    const { hugo, gina, mila, hanna } = world;
    const id = await makeFor(user(hugo));
    const made = (handsOver: string, more = {}) => ({
      body: { templateId, handsOver, answers: { site: 'North pier' }, ...more },
    });
    const early = await hugo.ask('POST', '/app/v1/forms', made(id));
    assert.deepEqual([early.status, early.at('at')], [404, 'handsOver']);
    await assign(id, user(gina));
    const own = crypto.randomUUID();
    const copy = ok(await hugo.ask('POST', '/app/v1/forms', made(id, { id: own })), 201);
    assert.equal(copy.at('assignee', 'id'), gina.by.userId);
    assert.equal(copy.at('createdBy', 'id'), hugo.by.userId);
    // After a lost answer it is the same form.
    ok(await hugo.ask('POST', '/app/v1/forms', made(id, { id: own })));
    assert.equal(
      ok(await gina.ask('GET', `/app/v1/forms/${own}`)).at('answers', 'site'),
      'North pier',
    );
    assert.equal((await mila.ask('POST', '/app/v1/forms', made(id))).status, 404);
    const other = await hugo.ask('POST', '/app/v1/forms', made(id, { templateId: world.salaries }));
    assert.equal(other.at('at'), 'handsOver', other.text);
    ok(await hanna.ask('DELETE', `/app/v1/forms/${id}`), 204);
    // Deleted meanwhile, it still goes to whoever had it last: a device must not keep it for ever.
    const late = ok(await hugo.ask('POST', '/app/v1/forms', made(id)), 201);
    assert.equal(late.at('assignee', 'id'), gina.by.userId);
  });
});
