import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../../test/support/engines.ts';
import {
  assertScimError,
  etagOf,
  fresh,
  idOf,
  type Scim,
  startScim,
} from '../../../test/support/scim.ts';

forEachEngine((engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine);
  });
  after(() => scim.close());

  const post = (body: unknown) => scim.call('POST', '/Groups', { body });

  test('7644-3.3-01 7644-3.3-02 7644-3.3-03 a new group is 201 with Location, ETag and the body that GET gives', async () => {
    const ann = idOf(await scim.addUser());
    const answer = await post({
      displayName: fresh(),
      members: [{ value: ann, display: 'ignored' }],
    });
    assert.equal(answer.status, 201);
    assert.equal(answer.headers['location'], `${scim.base}/Groups/${idOf(answer)}`);
    assert.equal(answer.at('meta', 'version'), etagOf(answer));
    assert.deepEqual(answer.body, (await scim.get(`/Groups/${idOf(answer)}`)).body);
    assert.equal(answer.at('members', 0, 'value'), ann);
    assert.deepEqual((await post({ displayName: fresh() })).at('members'), []);
  });

  test('a member is the same however it is named, and only once', async () => {
    const ann = idOf(await scim.addUser());
    const members = [{ value: ann }, { value: ann, type: 'User' }, { value: ann, $ref: null }];
    const answer = await post({ displayName: fresh(), members });
    assert.equal(answer.status, 201, answer.text);
    assert.equal(answer.at('members', 'length'), 1);
  });

  test('7643-4.2-02 7644-3.3-08 a group needs a name of its own', async () => {
    for (const body of [{}, { displayName: '' }, { displayName: null }]) {
      assertScimError(await post(body), 400, 'invalidValue');
    }
    const displayName = fresh('Taken');
    await scim.addGroup({ displayName });
    assertScimError(await post({ displayName: displayName.toUpperCase() }), 409, 'uniqueness');
  });

  test('7643-4.2-06 members that are none are 400 and nothing is created', async () => {
    const displayName = fresh();
    for (const members of [[{ display: 'x' }], [{ value: 5 }], 5]) {
      const answer = await post({ displayName, members });
      assertScimError(answer, 400, 'invalidValue');
    }
    const filter = encodeURIComponent(`displayName eq "${displayName}"`);
    assert.equal((await scim.get(`/Groups?filter=${filter}`)).at('totalResults'), 0);
  });
});
