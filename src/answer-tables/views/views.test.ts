// Saved views: who sees them, what is refused, and what happens when their template is gone for somebody.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createForgetPerson } from '#retention/forget-person.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import type { Answer } from '../../../test/support/instance.ts';
import {
  makeRightsWorld,
  type Person,
  type RightsWorld,
} from '../../../test/support/rights-world.ts';
import { MOST_VIEWS } from './view.ts';
import { insertView } from './views.store.ts';

const VIEWS = '/app/v1/views';
const LONG = 'x'.repeat(7000);

forEachEngine((engine) => {
  let world: RightsWorld;
  before(async () => {
    world = await makeRightsWorld(engine);
  });
  after(() => world.node.close());

  const save = (by: Person, body: object): Promise<Answer> =>
    by.ask('POST', VIEWS, { body: { list: 'mine', state: {}, ...body } });
  const saved = async (by: Person, body: object): Promise<string> => {
    const answer = await save(by, body);
    assert.equal(answer.status, 201, answer.text);
    return String(answer.at('id'));
  };
  const namesSeenBy = async (by: Person, list = 'mine', more = ''): Promise<readonly string[]> => {
    const answer = await by.ask('GET', `${VIEWS}?list=${list}${more}`);
    assert.equal(answer.status, 200, answer.text);
    const items = answer.at('items');
    assert.ok(Array.isArray(items));
    return items.map(({ name, isOwn, isGone }) => `${name}${isOwn ? '' : '*'}${isGone ? '!' : ''}`);
  };
  const remove = (by: Person, id: string) => by.ask('DELETE', `${VIEWS}/${id}`);

  test('a view is its owner’s alone until it is shared, with groups or with everyone', async () => {
    const { hugo, gina, mila, hanna, dora, personnel } = world;
    const state = { status: 'draft', sort: 'name' };
    const own = await saved(hugo, { name: 'Own', state });
    const read = await hugo.ask('GET', `${VIEWS}?list=mine`);
    assert.deepEqual(read.at('items', 0, 'state'), state);
    for (const by of [gina, hanna]) assert.deepEqual(await namesSeenBy(by), []);
    const sharing = { with: 'groups', groupIds: [personnel] };
    assert.equal((await hugo.ask('PATCH', `${VIEWS}/${own}`, { body: { sharing } })).status, 200);
    assert.deepEqual(await namesSeenBy(hanna), ['Own*']);
    for (const by of [gina, mila]) assert.deepEqual(await namesSeenBy(by), []);
    const everyone = await saved(dora, { name: 'All drafts', sharing: { with: 'everyone' } });
    assert.deepEqual(await namesSeenBy(mila), ['All drafts*']);
    assert.deepEqual(await namesSeenBy(hugo), ['Own', 'All drafts*']);
    const named = await hugo.ask('GET', `${VIEWS}?list=mine`);
    assert.equal(named.at('items', 1, 'owner', 'name'), 'dora');
    // Each list has its own.
    assert.deepEqual(await namesSeenBy(hugo, 'all'), []);
    for (const [by, id] of [
      [hugo, own],
      [dora, everyone],
    ] as const) {
      assert.equal((await remove(by, id)).status, 204);
    }
    assert.deepEqual(await namesSeenBy(hugo), []);
  });

  test('a shared view of a template is seen by those who see the template, and its owner is told when it is gone', async () => {
    const { hanna, hugo, dora, mila, salaries, give, withdraw } = world;
    const made = { list: 'answers', templateId: salaries, sharing: { with: 'everyone' } };
    const state = { status: 'draft', createdFrom: '2026-01-01', createdTo: '2026-01-31' };
    const id = await saved(hanna, { ...made, name: 'Raises', state });
    const narrowed = await saved(hanna, {
      name: 'Raises listed',
      state: { template: salaries },
      sharing: { with: 'everyone' },
    });
    const of = `&template=${salaries}`;
    assert.deepEqual(await namesSeenBy(hugo, 'answers', of), ['Raises*']);
    assert.deepEqual(await namesSeenBy(hugo), ['Raises listed*']);
    for (const by of [dora, mila]) {
      assert.deepEqual(await namesSeenBy(by, 'answers'), []);
      assert.deepEqual(await namesSeenBy(by), []);
    }
    await give(mila.by.userId, { see: 'group' });
    assert.deepEqual(await namesSeenBy(mila, 'answers'), ['Raises*']);
    const own = await saved(mila, { list: 'answers', templateId: salaries, name: 'Mine' });
    await withdraw(mila.by.userId);
    assert.deepEqual(await namesSeenBy(mila, 'answers'), ['Mine!']);
    for (const [by, each] of [
      [hanna, id],
      [hanna, narrowed],
      [mila, own],
    ] as const) {
      assert.equal((await remove(by, each)).status, 204);
    }
  });

  test('views of other templates never take the place of those of the one that is shown', async () => {
    const { adam, hugo, node, salaries } = world;
    const { accountId, userId: ownerId } = adam.by;
    const { db, ids } = node.services;
    const sharing = { with: 'groups', groupIds: [world.personnel] } as const;
    const common = { accountId, ownerId, list: 'answers', state: {}, sharing } as const;
    const MOST = 200;
    await db.transaction(async (tx) => {
      for (let i = 0; i <= MOST; i += 1) {
        const templateId = i < MOST ? ids.next() : salaries;
        const name = i < MOST ? `A ${i}` : 'Z';
        await insertView(tx, {
          ...{ ...common, id: ids.next(), templateId, name, createdAt: 0, updatedAt: 0 },
        });
      }
    });
    assert.ok((await namesSeenBy(hugo, 'answers', `&template=${salaries}`)).includes('Z*'));
  });

  test('all views that others share are listed, however many there are', async () => {
    const { adam, hugo, node } = world;
    const { accountId, userId: ownerId } = adam.by;
    const { db, ids } = node.services;
    const sharing = { with: 'everyone', groupIds: [] } as const;
    const names = Array.from({ length: 210 }, (_, i) => `Round ${String(i).padStart(3, '0')}`);
    await db.transaction(async (tx) => {
      for (const name of names) {
        const view = { id: ids.next(), templateId: undefined, name, createdAt: 0, updatedAt: 0 };
        await insertView(tx, { ...view, accountId, ownerId, list: 'mine', state: {}, sharing });
      }
    });
    const seen: string[] = [];
    let cursor: unknown = '';
    for (let page = 0; cursor !== undefined; page += 1) {
      assert.ok(page < 5);
      const path = `${VIEWS}?list=mine&limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const answer = await hugo.ask('GET', path);
      assert.equal(answer.status, 200, answer.text);
      const items = answer.at('items') as readonly { readonly name: string }[];
      seen.push(...items.map(({ name }) => name));
      cursor = answer.at('next');
    }
    assert.deepEqual(
      seen.filter((name) => name.startsWith('Round')),
      names,
    );
    assert.equal(new Set(seen).size, seen.length);
    await db.transaction(async (tx) => {
      await tx.deleteFrom('saved_views').where('name', 'like', 'Round %').execute();
    });
  });

  test('nobody changes or deletes a view of others, but an admin takes away shared ones', async () => {
    const { hugo, gina, adam, dora } = world;
    const hidden = await saved(hugo, { name: 'Hidden' });
    const shared = await saved(dora, { name: 'Shared', sharing: { with: 'everyone' } });
    for (const id of [hidden, shared]) {
      const body = { name: 'Taken' };
      assert.equal((await gina.ask('PATCH', `${VIEWS}/${id}`, { body })).status, 404);
      assert.equal((await remove(gina, id)).status, 404);
      assert.equal((await adam.ask('PATCH', `${VIEWS}/${id}`, { body })).status, 404);
    }
    assert.equal((await remove(adam, hidden)).status, 404);
    assert.equal((await remove(adam, shared)).status, 204);
    assert.equal((await remove(hugo, hidden)).status, 204);
  });

  test('what cannot be saved is refused with its place', async () => {
    const { hugo, hanna, dora, personnel, salaries, node } = world;
    const nobody = node.services.ids.next();
    const wrong: readonly (readonly [Person, object, number, string | undefined])[] = [
      [hugo, { name: ' ' }, 400, 'name'],
      [hugo, { name: 'x'.repeat(101) }, 400, 'name'],
      [hugo, { name: 'x', state: { colour: 'red' } }, 400, 'state.colour'],
      [hugo, { name: 'x', state: { widths: '1' } }, 400, 'state.widths'],
      [hugo, { name: 'x', state: { q: LONG, where: LONG, creator: LONG } }, 400, 'state'],
      [hugo, { name: 'x', list: 'answers' }, 400, 'templateId'],
      [hugo, { name: 'x', list: 'answers', templateId: nobody }, 400, 'templateId'],
      [dora, { name: 'x', list: 'answers', templateId: salaries }, 400, 'templateId'],
      [dora, { name: 'x', state: { template: salaries } }, 400, 'state.template'],
      [hugo, { name: 'x', sharing: { with: 'everyone' } }, 403, undefined],
      [hugo, { name: 'x', sharing: { with: 'groups' } }, 400, 'sharing.groupIds'],
      [
        hugo,
        { name: 'x', sharing: { with: 'groups', groupIds: [nobody] } },
        400,
        'sharing.groupIds[0]',
      ],
    ];
    for (const [by, body, status, at] of wrong) {
      const answer = await save(by, body);
      assert.deepEqual([answer.status, answer.at('at')], [status, at], answer.text);
    }
    // A member shares with groups of their own only; a designer with all.
    const sharing = { with: 'groups', groupIds: [personnel] };
    const refused = await save(world.gina, { name: 'x', sharing });
    assert.equal(refused.at('at'), 'sharing.groupIds[0]', refused.text);
    for (const by of [hanna, dora]) {
      assert.equal((await remove(by, await saved(by, { name: 'x', sharing }))).status, 204);
    }
  });

  test('one user saves at most 100 views, and erasing a person deletes those that only they saw', async () => {
    const { mila, gina, node } = world;
    for (let made = 1; made < MOST_VIEWS; made += 1) await saved(mila, { name: `View ${made}` });
    const team = await gina.ask('GET', '/app/v1/assignees?type=Group&q=Team');
    const groupIds = [String(team.at('items', 0, 'id'))];
    const last = await Promise.all([1, 2, 3, 4, 5, 6].map(() => save(mila, { name: 'Last' })));
    const statuses = last.map(({ status }) => status).toSorted();
    assert.deepEqual(statuses, [201, 400, 400, 400, 400, 400]);
    assert.equal(last.find(({ status }) => status === 400)?.at('limit'), MOST_VIEWS);
    await saved(gina, { name: 'Kept', sharing: { with: 'groups', groupIds } });
    await saved(gina, { name: 'Private' });
    const forget = createForgetPerson(node.services);
    await forget(gina.by, { userId: gina.by.userId, names: [] });
    assert.deepEqual(await namesSeenBy(gina), ['Kept']);
  });
});
