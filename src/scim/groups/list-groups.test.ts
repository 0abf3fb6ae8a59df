import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../../test/support/engines.ts';
import type { Answer } from '../../../test/support/instance.ts';
import {
  assertScimError,
  CORE_GROUP,
  fresh,
  idOf,
  type Scim,
  startScim,
} from '../../../test/support/scim.ts';

const idsOf = (answer: Answer) => {
  const found = answer.at('Resources');
  assert.ok(Array.isArray(found), answer.text);
  return found.map((group) => Object(group).id);
};

forEachEngine((engine) => {
  let scim: Scim;
  const ids: string[] = [];
  let ann = '';
  before(async () => {
    scim = await startScim(engine);
    ann = idOf(await scim.addUser({ displayName: 'Ann' }));
    for (let i = 0; i < 20; i += 1) {
      const members = i % 2 === 0 ? [{ value: ann }] : [];
      ids.push(
        idOf(await scim.addGroup({ displayName: `Group ${i}`, externalId: `x${i}`, members })),
      );
    }
  });
  after(() => scim.close());

  const filtered = (filter: string, more = '') =>
    scim.get(`/Groups?filter=${encodeURIComponent(filter)}${more}`);

  test('7644-3.4.2-01 each group of the list is what a single read gives, members included', async () => {
    const answer = await scim.get('/Groups');
    assert.equal(answer.status, 200);
    assert.deepEqual(
      [answer.at('totalResults'), answer.at('startIndex'), answer.at('itemsPerPage')],
      [20, 1, 20],
    );
    assert.deepEqual(idsOf(answer), ids);
    for (const i of [0, 1]) {
      assert.deepEqual(answer.at('Resources', i), (await scim.get(`/Groups/${ids[i]}`)).body);
    }
  });

  test('7644-3.4.2.4-05 pages neither overlap nor leave gaps; none at all is a list too', async () => {
    const walked: string[] = [];
    for (let start = 1; start <= 20; start += 7) {
      walked.push(...idsOf(await scim.get(`/Groups?startIndex=${start}&count=7`)));
    }
    assert.deepEqual(walked, ids);
    const none = await scim.get('/Groups?count=0');
    assert.deepEqual([none.at('totalResults'), none.at('Resources')], [20, []]);
    const beyond = await scim.get('/Groups?startIndex=21');
    assert.deepEqual([beyond.at('totalResults'), beyond.at('Resources')], [20, []]);
  });

  test('the look-ups of the identity providers find their group', async () => {
    for (const filter of [
      'displayName eq "group 3"',
      'DisplayName eq "Group 3"',
      'externalId eq "x3"',
      `id eq "${ids[3]}"`,
    ]) {
      assert.deepEqual(idsOf(await filtered(filter)), [ids[3]], filter);
    }
    assert.equal(idsOf(await filtered(`members eq "${ann}"`)).length, 10);
    const entra = `id eq "${ids[2]}" and members eq "${ann}"`;
    assert.deepEqual((await filtered(entra, '&attributes=id')).at('Resources'), [
      { schemas: [CORE_GROUP], id: ids[2] },
    ]);
    assert.deepEqual(idsOf(await filtered(`id eq "${ids[3]}" and members eq "${ann}"`)), []);
    assertScimError(await filtered('members'), 400, 'invalidFilter');
  });

  test('a group is found by the version that it shows, also after a member was renamed', async () => {
    const member = idOf(await scim.addUser({ displayName: 'Before' }));
    const id = idOf(await scim.addGroup({ members: [{ value: member }] }));
    const Operations = [{ op: 'replace', path: 'displayName', value: 'After' }];
    await scim.call('PATCH', `/Users/${member}`, { body: { Operations } });
    const version = String((await scim.get(`/Groups/${id}`)).at('meta', 'version'));
    assert.equal(version, 'W/"1.1"');
    const found = await filtered(`id eq "${id}" and meta.version eq ${JSON.stringify(version)}`);
    assert.deepEqual(idsOf(found), [id]);
    assert.deepEqual(idsOf(await filtered(`id eq "${id}" and meta.version eq "W/\\"1\\""`)), []);
  });

  test('excludedAttributes=members leaves members out of each', async () => {
    const answer = await scim.get('/Groups?excludedAttributes=members&count=2');
    assert.deepEqual(
      [answer.at('Resources', 0, 'members'), answer.at('Resources', 0, 'displayName')],
      [undefined, 'Group 0'],
    );
  });

  test('another account lists its own groups only', async () => {
    const { clientId, clientSecret } = await scim.instance.addAccount(fresh('Other'));
    const token = await scim.instance.token(clientId, clientSecret);
    const mine = await scim.call('POST', '/Groups', { body: { displayName: 'Group 3' }, token });
    assert.equal(mine.status, 201);
    assert.deepEqual(idsOf(await scim.get('/Groups', { token })), [idOf(mine)]);
    assertScimError(await scim.get(`/Groups/${ids[0]}`, { token }), 404);
    assertScimError(await scim.call('DELETE', `/Groups/${ids[0]}`, { token }), 404);
    const body = { displayName: fresh(), members: [] };
    assertScimError(await scim.call('PUT', `/Groups/${ids[0]}`, { body, token }), 404);
    assert.equal((await scim.get(`/Groups/${ids[0]}`)).at('members', 'length'), 1);
  });
});
