import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Reader } from '#db/database.ts';
import { openCredentials, spyOn, type TestCredentials } from '../../test/support/credentials.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { planOf } from '../../test/support/query-plan.ts';
import { selectSecrets } from './credentials.store.ts';

forEachEngine((engine) => {
  let t: TestCredentials;
  before(async () => {
    t = await openCredentials(engine);
  });
  after(() => t.close());

  const authenticate = (id: string, secret: string) =>
    t.credentials.checkClientSecret(t.db.reader, id, secret);
  const refusalOf = async (id: string, secret: string) => (await authenticate(id, secret)).refused;
  const regenerate = (id: string, overlapSeconds?: number) =>
    t.write((tx) => t.credentials.regenerate(tx, t.admin, id, { overlapSeconds }));

  test('a client that shows its secret is known with everything that a token says', async () => {
    const { credentialId, clientSecret, secretId, userId } = await t.addCredential();
    const { allowsAddress: _rule, ...client } = Object(
      await authenticate(credentialId, clientSecret),
    );
    assert.deepEqual(client, {
      accountId: t.account.id,
      userId,
      credentialId,
      secretId,
      credentialVersion: 1,
      userStamp: 1,
    });
  });

  test('each of five live secrets works and tells which one it was', async () => {
    const first = await t.addCredential();
    const secrets = [first];
    for (let i = 0; i < 4; i += 1) {
      secrets.push({ ...first, ...(await regenerate(first.credentialId, 60)) });
    }
    for (const { credentialId, clientSecret, secretId } of secrets) {
      const client = await authenticate(credentialId, clientSecret);
      assert.ok(client.refused === undefined && client.secretId === secretId);
    }
    t.clock.advance(60_000);
    for (const [i, { credentialId, clientSecret }] of secrets.entries()) {
      const expected = i === 4 ? undefined : 'wrong-secret';
      assert.equal(await refusalOf(credentialId, clientSecret), expected);
    }
  });

  test('regenerating without an overlap kills the old secret at once', async () => {
    const { credentialId, clientSecret } = await t.addCredential();
    const next = await regenerate(credentialId);
    assert.equal(await refusalOf(credentialId, clientSecret), 'wrong-secret');
    assert.equal(await refusalOf(credentialId, next.clientSecret), undefined);
  });

  test('a revoked credential, a suspended one and a closed account are refused with the right secret', async () => {
    const revoked = await t.addCredential();
    await t.write((tx) => t.credentials.revoke(tx, t.admin, revoked.credentialId));
    assert.equal(await refusalOf(revoked.credentialId, revoked.clientSecret), 'revoked');

    const suspended = await t.addCredential();
    const setActive = (active: boolean) =>
      t.write((tx) => t.directory.setActive(tx, t.admin, suspended.userId, active));
    await setActive(false);
    assert.equal(await refusalOf(suspended.credentialId, suspended.clientSecret), 'suspended');
    await setActive(true);
    assert.equal(await refusalOf(suspended.credentialId, suspended.clientSecret), undefined);

    const setAccount = (active: 0 | 1) =>
      t.db.reader.updateTable('accounts').set({ active }).where('id', '=', t.account.id).execute();
    await setAccount(0);
    assert.equal(await refusalOf(suspended.credentialId, suspended.clientSecret), 'suspended');
    await setAccount(1);
  });

  test('a wrong secret tells an account from none only to the audit record', async () => {
    const { credentialId, clientSecret } = await t.addCredential();
    const other = await t.addCredential();
    const wrong = `${clientSecret.slice(0, -1)}${clientSecret.endsWith('0') ? '1' : '0'}`;
    const known = { accountId: t.account.id, credentialId };
    const unknown = { refused: 'unknown-client', accountId: t.account.id, credentialId: undefined };
    const cases = [
      [credentialId, wrong, { refused: 'wrong-secret', ...known }],
      [credentialId, other.clientSecret, { refused: 'wrong-secret', ...known }],
      [credentialId, clientSecret.toUpperCase(), { refused: 'wrong-secret', ...known }],
      [credentialId, `${clientSecret} `, { refused: 'wrong-secret', ...known }],
      [`${t.account.code}-${t.ids.next()}`, clientSecret, unknown],
      [`nobody-${t.ids.next()}`, clientSecret, { ...unknown, accountId: undefined }],
    ] as const;
    for (const [id, secret, expected] of cases) {
      assert.deepEqual(await authenticate(id, secret), expected);
    }
  });

  test('any text is answered, and none is looked up as it is', async () => {
    const { credentialId, clientSecret } = await t.addCredential();
    const texts = [
      '',
      '\0',
      '\ud800',
      '-',
      '__proto__',
      "' or 1=1 --",
      'x'.repeat(10_000),
      credentialId.toUpperCase(),
      ` ${credentialId}`,
      `${credentialId}\0`,
    ];
    for (const text of texts) {
      assert.equal(await refusalOf(text, clientSecret), 'unknown-client', text.slice(0, 20));
      assert.equal(await refusalOf(credentialId, text), 'wrong-secret', text.slice(0, 20));
    }
  });

  test('check 4: known and unknown clients with wrong secrets cost the same two queries', async () => {
    const { credentialId, clientSecret } = await t.addCredential();
    const queriesFor = async (id: string, secret: string) => {
      const { reader, queries } = spyOn(t.db.reader);
      await t.credentials.checkClientSecret(reader, id, secret);
      return queries.map(({ sql, parameters }) => ({ sql, id: parameters[0] }));
    };
    const right = await queriesFor(credentialId, clientSecret);
    assert.equal(right.length, 1);
    for (const id of [credentialId, `${t.account.code}-${t.ids.next()}`, 'malformed']) {
      const [first, second, ...more] = await queriesFor(id, 'wrong');
      assert.deepEqual([first?.sql, second?.sql, more.length], [right[0]?.sql, right[0]?.sql, 0]);
      const found = [first?.id, second?.id].filter((each) => each === credentialId);
      assert.equal(found.length, 1, 'one of them finds a credential');
    }
  });

  // PostgreSQL plans by row counts: with few secrets it reads them all, and may.
  if (engine.name === 'postgres') return;

  test('of an account with thousands of secrets those of the one client are looked at', async () => {
    const { credentialId, clientSecret } = await t.addCredential();
    const ofOne = /secrets_by_credential_id \(account_id=\? AND credential_id=\?\)/;
    const { reader } = t.db;
    assert.match(
      await planOf(reader, (db) => t.credentials.checkClientSecret(db, credentialId, clientSecret)),
      ofOne,
    );
    const list = (db: Reader) => selectSecrets(db, t.account.id, [credentialId]);
    assert.match(await planOf(reader, list), ofOne);
  });
});
