// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../../../test/support/engines.ts';
import type { Answer } from '../../../test/support/instance.ts';
import { assertScimError, fresh, idOf, type Scim, startScim } from '../../../test/support/scim.ts';
import { newUser, resultsOf, sendBulk } from '../../../test/support/scim-bulk.ts';
import { patch } from '../../../test/support/scim-calls.ts';

const EVERYTHING = [undefined, null, ''];
const NOTHING_NAMED = [
  [''],
  'x',
  {},
  [{}],
  [null],
  [[]],
  { value: '' },
  [{ value: null }],
  { display: 'x' },
];

forEachEngine((engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine);
  });
  after(() => scim.close());

  const remove = (path: string, attribute: string, value: unknown): Promise<Answer> =>
    patch(scim, path, { op: 'remove', path: attribute, ...(value !== undefined && { value }) });

  test('7644-3.5.2.2-03 removing members empties the group, takes those named, or is refused: it never says yes and does nothing', async () => {
    const [one, two] = [idOf(await scim.addUser()), idOf(await scim.addUser())];
    const path = `/Groups/${idOf(await scim.addGroup())}`;
    const fill = () =>
      patch(scim, path, { op: 'add', path: 'members', value: [{ value: one }, { value: two }] });
    const left = async () => {
      const members = (await scim.get(path)).at('members');
      assert.ok(Array.isArray(members));
      return members.map((it) => Object(it).value).sort();
    };
    for (const value of EVERYTHING) {
      await fill();
      assert.equal((await remove(path, 'members', value)).status, 204);
      assert.deepEqual(await left(), [], JSON.stringify(value));
    }
    await fill();
    assert.equal((await remove(path, 'members', [])).status, 204);
    assert.equal((await left()).length, 2, 'an empty difference empties nothing');
    for (const value of NOTHING_NAMED) {
      const answer = await remove(path, 'members', value);
      assertScimError(answer, 400, 'invalidValue');
      assert.match(String(answer.at('detail')), /Operations\[0\].*members?/, answer.text);
      assert.equal((await left()).length, 2, JSON.stringify(value));
    }
    for (const value of [one, [one], { value: one }, [{ value: one }, '']]) {
      await fill();
      assert.equal((await remove(path, 'members', value)).status, 204);
      assert.deepEqual(await left(), [two], JSON.stringify(value));
    }
    assert.equal((await remove(path, 'members', one)).status, 204, 'gone already');
  });

  test('a bare externalId takes out whom it added, or who waits by it, and anything else that names nobody is refused', async () => {
    const [key, late] = [fresh('emp'), fresh('late')];
    const id = idOf(await scim.addUser({ externalId: key }));
    const path = `/Groups/${idOf(await scim.addGroup())}`;
    for (const value of [key, late]) {
      assert.equal((await patch(scim, path, { op: 'add', path: 'members', value })).status, 204);
    }
    assert.equal((await scim.get(path)).at('members', 0, 'value'), id);
    for (const value of [key, late]) {
      assert.equal((await remove(path, 'members', value)).status, 204, value);
    }
    assert.deepEqual((await scim.get(path)).at('members'), []);
    await scim.addUser({ externalId: late });
    assert.deepEqual((await scim.get(path)).at('members'), [], 'nobody waits any more');
    assert.equal((await remove(path, 'members', key)).status, 204, 'gone already, and known');
    const unknown = await remove(path, 'members', fresh('unknown'));
    assertScimError(unknown, 400, 'invalidValue');
    assert.match(String(unknown.at('detail')), /Operations\[0\].*names no member/);
    assertScimError(await remove('/Groups/0', 'members', 'x'), 404);
  });

  test('a list that names nobody empties no group, in PUT, replace and add', async () => {
    const one = idOf(await scim.addUser());
    const displayName = fresh('kept');
    const path = `/Groups/${idOf(await scim.addGroup({ displayName, members: [{ value: one }] }))}`;
    for (const members of [[''], [null], ['', null]]) {
      const answers = [
        await scim.call('PUT', path, { body: { displayName, members } }),
        await patch(scim, path, { op: 'replace', path: 'members', value: members }),
        await patch(scim, path, { op: 'replace', value: { members } }),
        await patch(scim, path, { op: 'add', path: 'members', value: members }),
      ];
      for (const answer of answers) {
        assertScimError(answer, 400, 'invalidValue');
        assert.match(String(answer.at('detail')), /members/, answer.text);
      }
      assert.equal((await scim.get(path)).at('members', 0, 'value'), one, JSON.stringify(members));
    }
    const some = await scim.call('PUT', path, {
      body: { displayName, members: [{ value: one }, ''] },
    });
    assert.equal(some.at('members', 0, 'value'), one, some.text);
    const none = await scim.call('PUT', path, { body: { displayName, members: [] } });
    assert.deepEqual(none.at('members'), []);
  });

  test('7644-3.5.2.2-02 the same for the values of a user', async () => {
    const emails = [
      { value: 'a@example.com', type: 'work' },
      { value: 'b@example.com', type: 'home' },
    ];
    const path = `/Users/${idOf(await scim.addUser())}`;
    const fill = () => patch(scim, path, { op: 'replace', path: 'emails', value: emails });
    for (const value of EVERYTHING) {
      await fill();
      assert.equal((await remove(path, 'emails', value)).at('emails'), undefined);
    }
    await fill();
    assert.deepEqual((await remove(path, 'emails', [])).at('emails'), emails);
    for (const value of NOTHING_NAMED) {
      if (JSON.stringify(value) === '{"display":"x"}') continue; // An e-mail address may be named by its label.
      const answer = await remove(path, 'emails', value);
      assertScimError(answer, 400, 'invalidValue');
      assert.match(String(answer.at('detail')), /Operations\[0\].*emails/, answer.text);
      assert.deepEqual((await scim.get(path)).at('emails'), emails);
    }
    for (const value of [
      'a@example.com',
      ['a@example.com'],
      [{ value: 'a@example.com' }],
      { type: 'work' },
    ]) {
      await fill();
      assert.deepEqual((await remove(path, 'emails', value)).at('emails'), [emails[1]]);
    }
  });

  test('and in Bulk, where the id may be one that the request makes', async () => {
    const path = `/Groups/${idOf(await scim.addGroup())}`;
    const operation = (value: unknown) => ({ op: 'remove', path: 'members', value });
    const answer = await sendBulk(scim, [
      newUser('u', { userName: fresh() }),
      { method: 'PATCH', path, data: { Operations: [operation('bulkId:u')] } },
      { method: 'PATCH', path, data: { Operations: [operation('x')] } },
      { method: 'PATCH', path, data: { Operations: [operation('')] } },
    ]);
    const statuses = resultsOf(answer).map(({ status }) => status);
    assert.deepEqual(statuses, ['201', '204', '400', '204'], answer.text);
  });
});
