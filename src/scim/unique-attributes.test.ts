// Operators' unique attributes (RFC 7643 §2.2, §7; RFC 7644 §3.12): no two users of an account get the same value, by
// any kind of request and with any number of concurrent writes.
// Nightly: it races for values that must be unique.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { commandLine, envOf } from '../../test/support/command-line.ts';
import { examine } from '../../test/support/doctor.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import type { Answer } from '../../test/support/instance.ts';
import {
  assertScimError,
  etagOf,
  fresh,
  idOf,
  PATCH_OP,
  type Scim,
  startScim,
} from '../../test/support/scim.ts';
import { newUser, resultsOf, sendBulk, statuses } from '../../test/support/scim-bulk.ts';

const CARD = 'urn:example:params:scim:schemas:extension:Card';
const SITE = 'urn:example:params:scim:schemas:extension:Site';
const SCHEMAS = join(import.meta.dirname, '../../test/support/unique-schemas.json');
const ENV = { FORMSTEAD_SCIM_SCHEMAS: SCHEMAS };

forEachEngine((engine) => {
  let scim: Scim;
  before(async () => {
    scim = await startScim(engine, { env: ENV });
  });
  after(() => scim.close());

  const post = (card: object): Promise<Answer> =>
    scim.call('POST', '/Users', { body: { userName: fresh(), [CARD]: card } });
  const patch = (id: string, ...operations: readonly object[]): Promise<Answer> =>
    scim.call('PATCH', `/Users/${id}`, { body: { schemas: [PATCH_OP], Operations: operations } });
  function assertTaken(answer: Answer, name: string): void {
    assertScimError(answer, 409, 'uniqueness');
    assert.ok(String(answer.at('detail')).startsWith(`${CARD}:${name} `), answer.text);
  }

  const CLASHES: readonly (readonly [string, object, object])[] = [
    ['number', { number: 'Straße-1' }, { number: 'STRASSE-1' }],
    ['serial', { serial: 'Ab' }, { serial: 'Ab' }],
    ['level', { level: 41 }, { level: 41.0 }],
    ['issued', { issued: '2026-01-02T10:00:00+02:00' }, { issued: '2026-01-02T08:00:00Z' }],
    ['keys', { keys: ['k1', 'k2'] }, { keys: ['other', 'K2'] }],
    ['tags.value', { tags: [{ value: 't1', type: 'a' }] }, { tags: [{ value: 'T1', type: 'b' }] }],
  ];
  test('an empty text is nobody’s: templates of identity providers fill it in for whoever lacks a value', async () => {
    const empty = { number: '', serial: '', tags: [{ value: '', type: 'a' }] };
    for (const answer of [await post(empty), await post(empty)]) {
      assert.equal(answer.status, 201, answer.text);
      assert.equal(answer.at(CARD, 'number'), '');
    }
  });

  for (const [name, first, second] of CLASHES) {
    test(`7643-7-17 one ${name} belongs to one user: POST, PUT, PATCH and Bulk`, async () => {
      const holder = await post(first);
      assert.equal(holder.status, 201, holder.text);
      assertTaken(await post(second), name);
      const other = await scim.addUser({ title: 'before' });
      const { userName } = Object(other.body);
      const put = { userName, [CARD]: second };
      assertTaken(await scim.call('PUT', `/Users/${idOf(other)}`, { body: put }), name);
      const value = { [CARD]: second, title: 'after' };
      assertTaken(await patch(idOf(other), { op: 'add', value }), name);
      const bulk = resultsOf(await sendBulk(scim, [newUser('a', { [CARD]: second })]));
      assert.equal(bulk[0]?.status, '409');
      assert.equal(bulk[0]?.response?.scimType, 'uniqueness');
      const unchanged = await scim.get(`/Users/${idOf(other)}`);
      assert.equal(etagOf(unchanged), etagOf(other));
      assert.equal(unchanged.at('title'), 'before');

      // The holder may send the value again; once the holder clears it, another user may take it.
      const again = { userName: holder.at('userName'), [CARD]: first, title: 'x' };
      const path = `/Users/${idOf(holder)}`;
      assert.equal((await scim.call('PUT', path, { body: again })).status, 200);
      assert.equal((await patch(idOf(holder), { op: 'remove', path: CARD })).status, 200);
      const taken = await scim.call('PUT', `/Users/${idOf(other)}`, { body: put });
      assert.equal(taken.status, 200, taken.text);
      assertTaken(await scim.call('PUT', path, { body: again }), name);
      assert.equal((await scim.call('DELETE', `/Users/${idOf(other)}`)).status, 204);
      assert.equal((await scim.call('PUT', path, { body: again })).status, 200);
    });
  }

  test('no value clashes with none, letter case tells case-exact values apart, other attributes may repeat', async () => {
    for (const card of [{ colour: 'red' }, { colour: 'red' }, { number: null, keys: [] }]) {
      assert.equal((await post(card)).status, 201);
    }
    assert.equal((await post({ serial: 'ab' })).status, 201);
    assert.equal((await post({ serial: 'aB', number: 'aB' })).status, 201);
    assert.equal((await post({ keys: ['same', 'same'], tags: [{ value: 'same' }] })).status, 201);
    assertTaken(await post({ keys: ['SAME'] }), 'keys');
    assertScimError(await post({ number: 'x'.repeat(513) }), 400, 'invalidValue');
  });

  test('groups hold to it too, and other accounts know nothing of it', async () => {
    const group = await scim.addGroup({ [SITE]: { number: '7' } });
    const body = { displayName: fresh(), [SITE]: { number: '7' } };
    assertScimError(await scim.call('POST', '/Groups', { body }), 409, 'uniqueness');
    const other = await scim.addGroup();
    const path = `/Groups/${idOf(other)}`;
    const change = { op: 'add', path: `${SITE}:number`, value: '7' };
    const message = { schemas: [PATCH_OP], Operations: [change] };
    assertScimError(await scim.call('PATCH', path, { body: message }), 409, 'uniqueness');
    assert.equal((await scim.call('DELETE', `/Groups/${idOf(group)}`)).status, 204);
    assert.equal((await scim.call('PATCH', path, { body: message })).status, 204);

    await post({ number: 'n-1' });
    const { clientId, clientSecret } = await scim.instance.addAccount(fresh('Elsewhere'));
    const token = await scim.instance.token(clientId, clientSecret);
    const user = { userName: fresh(), [CARD]: { number: 'n-1' } };
    assert.equal((await scim.call('POST', '/Users', { body: user, token })).status, 201);
  });

  test('of many writers with one value exactly one wins', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => scim.addUser()));
    const value = { number: 'race', keys: ['race-a', 'race-b'] };
    const turned = { number: 'race', keys: ['race-b', 'race-a'] };
    const answers = await Promise.all([
      ...users.map((user, i) =>
        patch(idOf(user), { op: 'add', value: { [CARD]: i % 2 ? value : turned } }),
      ),
      ...users.map(() => post(value)),
    ]);
    const won = answers.filter(({ status }) => status < 300);
    assert.equal(won.length, 1, answers.map(({ text }) => text).join('\n'));
    for (const answer of answers)
      if (!won.includes(answer)) assertScimError(answer, 409, 'uniqueness');
  });

  test('all or nothing in Bulk frees what it did not keep', async () => {
    const card = { [CARD]: { number: 'bulk' } };
    const failed = await sendBulk(scim, [newUser('a', card), newUser('b', card)], { atomic: true });
    assert.deepEqual(statuses(failed), ['424', '409']);
    assert.deepEqual(statuses(await sendBulk(scim, [newUser('a', card)])), ['201']);
  });
});

forEachEngine((engine) => {
  test('what is stored when an attribute becomes unique is held to it, or stops the start and is named', async () => {
    const storage = await engine.fresh();
    const env = envOf(storage);
    const file = join(storage.dataDir, 'schemas.json');
    const define = (more: object) =>
      writeFile(
        file,
        JSON.stringify([
          {
            id: CARD,
            name: 'Card',
            resourceType: 'User',
            attributes: [{ name: 'number', ...more }],
          },
        ]),
      );
    await define({});
    const options = { storage, env: { FORMSTEAD_SCIM_SCHEMAS: file } };
    const first = await startScim(engine, options);
    const { account } = first.instance;
    const add = (scim: Scim, number: string) =>
      scim.call('POST', '/Users', { body: { userName: fresh(), [CARD]: { number } } });
    const a = idOf(await add(first, 'one'));
    const b = idOf(await add(first, 'ONE'));
    const c = await add(first, 'two');
    await first.close();

    const formstead = commandLine({ ...env, FORMSTEAD_SCIM_SCHEMAS: file });
    assert.match((await examine(formstead)).of('schemas'), /^ok: /);
    await define({ uniqueness: 'server' });
    const named = (text: string) => {
      for (const part of [`${CARD}:number`, a, b, 'FORMSTEAD_SCIM_SCHEMAS']) {
        assert.ok(text.includes(part), text);
      }
    };
    await assert.rejects(startScim(engine, { ...options, account }), (error: Error) => {
      named(error.message);
      return error.name === 'SettingsError';
    });
    const found = await examine(formstead);
    assert.equal(found.code, 1);
    named(found.of('schemas'));

    await define({ uniqueness: 'server', caseExact: true });
    const second = await startScim(engine, { ...options, account });
    assertScimError(await add(second, 'two'), 409, 'uniqueness');
    assert.equal((await add(second, 'TWO')).status, 201);
    assert.equal((await second.call('DELETE', `/Users/${b}`)).status, 204);
    await second.close();

    // A process without the file updates the index too: values that it deletes and clears can be used afterwards.
    const bare = await startScim(engine, { storage, account });
    assert.equal((await bare.call('DELETE', `/Users/${a}`)).status, 204);
    const cleared = { userName: c.at('userName') };
    assert.equal((await bare.call('PUT', `/Users/${idOf(c)}`, { body: cleared })).status, 200);
    await bare.close();
    const third = await startScim(engine, { ...options, account });
    assertScimError(await add(third, 'TWO'), 409, 'uniqueness');
    for (const free of ['one', 'two']) assert.equal((await add(third, free)).status, 201);
    await third.close();
  });
});
