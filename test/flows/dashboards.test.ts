// Dashboards: who makes and shares them, who sees which tiles, and what is refused with its place.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { DashboardDetail } from '#answer-tables/app-types.ts';
import { forEachEngine } from '../support/engines.ts';
import { makeRightsWorld, type Person, type RightsWorld } from '../support/rights-world.ts';
import { fresh } from '../support/scim.ts';

const PATH = '/app/v1/dashboards';
const PAY = {
  elements: [
    { type: 'text', inputType: 'number', name: 'pay' },
    { type: 'text', name: 'place' },
  ],
};

forEachEngine((engine) => {
  let world: RightsWorld;
  let site: string;
  before(async () => {
    world = await makeRightsWorld(engine);
    const fields = await world.hanna.ask('GET', `/app/v1/templates/${world.salaries}/answers`);
    site = String(fields.at('fields', 0, 'id'));
  });
  after(() => world.node.close());

  const tile = (more: object = {}) => ({
    settings: { template: world.salaries, field: site, show: 'chart', ...more },
  });
  const make = async (by: Person, body: object = {}): Promise<DashboardDetail> => {
    const answer = await by.ask('POST', PATH, { body: { name: fresh(), ...body } });
    assert.equal(answer.status, 201, answer.text);
    return answer.body as DashboardDetail;
  };
  const read = async (by: Person, id: string): Promise<DashboardDetail> => {
    const answer = await by.ask('GET', `${PATH}/${id}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.body as DashboardDetail;
  };
  const listed = async (by: Person): Promise<readonly string[]> => {
    const ids: string[] = [];
    for (let cursor = ''; ; ) {
      const answer = await by.ask('GET', `${PATH}?limit=2&cursor=${encodeURIComponent(cursor)}`);
      assert.equal(answer.status, 200, answer.text);
      const page = answer.body as { items: { id: string }[]; next?: string };
      ids.push(...page.items.map(({ id }) => id));
      if (page.next === undefined) return ids;
      cursor = page.next;
    }
  };

  test('its owner and the members of its groups see it, admins look after it, and nobody else meets it', async () => {
    const { hanna, hugo, gina, mila, dora, adam, personnel } = world;
    const { id, revision } = await make(hanna, { groupIds: [personnel], tiles: [tile()] });
    for (const by of [hanna, hugo, adam]) {
      assert.ok((await listed(by)).includes(id));
      assert.equal((await read(by, id)).mayEdit, by !== hugo);
    }
    const { name } = await read(hanna, id);
    const found = async (by: Person, q: string) => {
      const answer = await by.ask('GET', `${PATH}?q=${encodeURIComponent(q)}`);
      return (answer.body as { items: { id: string }[] }).items.map((each) => each.id);
    };
    assert.deepEqual(await found(hugo, name.slice(2).toUpperCase()), [id]);
    assert.deepEqual(await found(hugo, `${name}%`), []);
    assert.deepEqual(await found(mila, name), []);
    for (const by of [gina, mila, dora]) {
      assert.ok(!(await listed(by)).includes(id));
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const body = method === 'PUT' ? { body: { name: 'Mine' } } : {};
        assert.equal((await by.ask(method, `${PATH}/${id}`, body)).status, 404, method);
      }
    }
    const body = { name: 'Mine' };
    assert.equal((await hugo.ask('PUT', `${PATH}/${id}`, { body })).status, 403);
    assert.equal((await hugo.ask('DELETE', `${PATH}/${id}`)).status, 403);
    const closed = await hanna.ask('PUT', `${PATH}/${id}`, {
      body: { name: 'Salaries', groupIds: [], revision },
    });
    assert.equal(closed.status, 200, closed.text);
    assert.equal((await hugo.ask('GET', `${PATH}/${id}`)).status, 404);
    assert.equal((await read(hanna, id)).tiles.length, 1);
    assert.equal((await adam.ask('DELETE', `${PATH}/${id}`)).status, 204);
    assert.equal((await hanna.ask('GET', `${PATH}/${id}`)).status, 404);
  });

  test('tiles show their settings only to those who may see what they count, whoever arranges them', async () => {
    const { hanna, adam, hugo, personnel } = world;
    const where = JSON.stringify([{ field: site, op: 'contains', value: 'confidential' }]);
    const { id } = await make(hanna, {
      groupIds: [personnel],
      tiles: [tile({ where, title: 'Top secret' }), tile({ show: 'number' })],
    });
    // Hugo fills the template in and knows its fields; the numbers are those of his own forms.
    assert.ok((await read(hugo, id)).tiles.every(({ settings }) => settings !== undefined));
    const numbers = await hugo.ask('GET', `/app/v1/templates/${world.salaries}/summary`);
    assert.equal(numbers.at('total'), 1);
    await world.withdraw(personnel);
    const { tiles } = await read(hugo, id);
    assert.ok(tiles.every(({ settings }) => settings?.template === world.salaries));
    const text = (await adam.ask('GET', `${PATH}/${id}`)).text;
    assert.ok(text.includes(world.salaries), 'an admin knows every template by name');
    const other = await make(hanna, { tiles: [tile({ where })] });
    const { mila } = world;
    const { db, directory } = world.node.services;
    const groupId = await db.transaction(async (tx) => {
      const members = [{ value: mila.by.userId }];
      const group = { attributes: { displayName: fresh() }, members, origin: 'local' } as const;
      return (await directory.createGroup(tx, adam.by, group)).group.id;
    });
    const shared = await hanna.ask('PUT', `${PATH}/${other.id}`, {
      body: { name: 'Shared', groupIds: [groupId] },
    });
    assert.equal(shared.status, 200, shared.text);
    const hidden = await mila.ask('GET', `${PATH}/${other.id}`);
    assert.equal(hidden.status, 200, hidden.text);
    assert.deepEqual(hidden.at('tiles'), [{ id: other.tiles[0]?.id }]);
    for (const secret of [world.salaries, site, 'confidential']) {
      assert.ok(!hidden.text.includes(secret), secret);
    }
  });

  test('tiles are arranged by their ids, and a stale or wrong change is refused with its place', async () => {
    const { hanna, dora, salaries } = world;
    const { id, tiles, revision } = await make(hanna, {
      tiles: [tile({ title: 'a' }), tile({ title: 'b' })],
    });
    const [first, second] = tiles.map((each) => each.id);
    const swapped = [{ id: second }, { id: first, ...tile({ title: 'c' }) }, tile()];
    const body = { name: 'Swapped', tiles: swapped, revision };
    const changed = await hanna.ask('PUT', `${PATH}/${id}`, { body });
    assert.equal(changed.status, 200, changed.text);
    const after = (changed.body as DashboardDetail).tiles;
    assert.deepEqual([after[0]?.id, after[1]?.id], [second, first]);
    assert.deepEqual([after[0]?.settings?.title, after[1]?.settings?.title], ['b', 'c']);
    assert.equal((await hanna.ask('PUT', `${PATH}/${id}`, { body })).status, 412);
    const wrong = [
      [{ name: ' ' }, 'name'],
      [{ name: 'x', groupIds: [crypto.randomUUID()] }, 'groupIds[0]'],
      [{ name: 'x', tiles: [{}] }, 'tiles[0].settings'],
      [{ name: 'x', tiles: [{ id: crypto.randomUUID() }] }, 'tiles[0].id'],
      [{ name: 'x', tiles: [tile({ field: 'x' })] }, 'tiles[0].settings.field'],
      [{ name: 'x', tiles: [tile({ by: 'x' })] }, 'tiles[0].settings.by'],
      [{ name: 'x', tiles: [tile({ from: 'x' })] }, 'tiles[0].settings.from'],
      [{ name: 'x', tiles: [tile({ where: '{' })] }, 'tiles[0].settings.where'],
      [
        { name: 'x', tiles: [tile({ template: crypto.randomUUID() })] },
        'tiles[0].settings.template',
      ],
    ] as const;
    for (const [given, at] of wrong) {
      const answer = await hanna.ask('POST', PATH, { body: given });
      assert.deepEqual([answer.status, answer.at('at')], [400, at], answer.text);
    }
    const many = Array.from({ length: 21 }, () => tile());
    assert.equal((await hanna.ask('POST', PATH, { body: { name: 'x', tiles: many } })).status, 400);
    const unseen = await dora.ask('POST', PATH, { body: { name: 'x', tiles: [tile()] } });
    assert.deepEqual(
      [unseen.status, unseen.at('at')],
      [400, 'tiles[0].settings.template'],
      `${salaries} ${unseen.text}`,
    );
  });

  test('one number alone is one that its field has, and everybody gets that of the forms that they may see', async () => {
    const { hanna, hugo, personnel } = world;
    const made = await hanna.ask('POST', '/app/v1/templates', {
      body: { name: 'Visits', definition: PAY, openToAll: false, groupIds: [personnel] },
    });
    const template = String(made.at('id'));
    await hanna.ask('POST', `/app/v1/templates/${template}/publish`, { body: {} });
    for (const [by, pay] of [
      [hanna, 10],
      [hugo, 33.5],
    ] as const) {
      const body = { templateId: template, answers: { pay, place: 'x' } };
      assert.equal((await by.ask('POST', '/app/v1/forms', { body })).status, 201);
    }
    const fields = await hanna.ask('GET', `/app/v1/templates/${template}/answers`);
    const [pay, place] = [0, 1].map((i) => String(fields.at('fields', i, 'id')));
    const number = (more: object) => ({ settings: { template, show: 'number', ...more } });
    const tiles = ['forms', 'mean', 'sum', 'median', 'min', 'max'].map((statistic) =>
      number({ field: pay, statistic }),
    );
    const { id } = await make(hanna, {
      groupIds: [personnel],
      tiles: [...tiles, number({ field: place, statistic: 'forms' })],
    });
    for (const [by, sum] of [
      [hanna, 43.5],
      [hugo, 33.5],
    ] as const) {
      const [tile] = (await read(by, id)).tiles;
      assert.equal(tile?.settings?.statistic, 'forms');
      const counted = await by.ask('GET', `/app/v1/templates/${template}/summary?fields=${pay}`);
      assert.equal(counted.at('fields', 0, 'numbers', 'statistics', 'sum'), sum, counted.text);
    }
    for (const wrong of [
      number({ field: place, statistic: 'mean' }),
      number({ field: pay, statistic: 'mode' }),
      { settings: { template, field: pay, show: 'chart', statistic: 'mean' } },
    ]) {
      const answer = await hanna.ask('POST', PATH, { body: { name: 'x', tiles: [wrong] } });
      const got = [answer.status, answer.at('at')];
      assert.deepEqual(got, [400, 'tiles[0].settings.statistic'], answer.text);
    }
  });

  test('a dashboard that was shared with a group that is gone is changed like others', async () => {
    const { hanna, node, personnel } = world;
    const token = await node.adminToken();
    const body = { displayName: fresh() };
    const group = await node.request('POST', '/scim/v2/Groups', { token, body });
    const gone = String(group.at('id'));
    const { id } = await make(hanna, { groupIds: [personnel, gone], tiles: [tile()] });
    await node.request('DELETE', `/scim/v2/Groups/${gone}`, { token });
    const changed = await hanna.ask('PUT', `${PATH}/${id}`, { body: { name: 'Renamed' } });
    assert.equal(changed.status, 200, changed.text);
    const { name, groups } = await read(hanna, id);
    assert.deepEqual([name, groups.map((each) => each.id)], ['Renamed', [personnel]]);
    const named = await hanna.ask('PUT', `${PATH}/${id}`, {
      body: { name: 'x', groupIds: [gone] },
    });
    assert.deepEqual([named.status, named.at('at')], [400, 'groupIds[0]'], named.text);
  });

  test('nobody owns more than 50, not even with requests at once', async () => {
    const { gina } = world;
    const answers = await Promise.all(
      Array.from({ length: 55 }, () => gina.ask('POST', PATH, { body: { name: 'Same name' } })),
    );
    assert.equal(answers.filter(({ status }) => status === 201).length, 50);
    assert.equal((await listed(gina)).length, 50);
    assert.equal(new Set(await listed(gina)).size, 50);
  });
});
