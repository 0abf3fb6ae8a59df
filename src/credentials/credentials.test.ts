import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openCredentials, type TestCredentials } from '../../test/support/credentials.ts';
import { withCode } from '../../test/support/directory.ts';
import { forEachEngine } from '../../test/support/engines.ts';

forEachEngine((engine) => {
  let t: TestCredentials;
  before(async () => {
    t = await openCredentials(engine);
  });
  after(() => t.close());

  const find = async (id: string) => {
    const found = await t.credentials.find(t.db.reader, t.account.id, id);
    assert.ok(found);
    return found;
  };
  const statesOf = async (id: string) => (await find(id)).secrets.map(({ state }) => state);
  const create = (actsAsUserId: string, more: { name?: string; rights?: string[] } = {}) =>
    t.write((tx) => t.credentials.create(tx, t.admin, { name: 'Sync', actsAsUserId, ...more }));
  const regenerate = (id: string, overlapSeconds?: number) =>
    t.write((tx) => t.credentials.regenerate(tx, t.admin, id, { overlapSeconds }));

  test('check 9: a new credential acts as the chosen user and shows its secret once', async () => {
    const user = await t.addUser();
    const made = await create(user.id, { name: 'Okta sync', rights: ['scim', 'forms.read'] });
    assert.match(made.credentialId, new RegExp(`^${t.account.code}-[0-9a-f-]{36}$`));
    assert.match(made.clientSecret, /^fsk_/);
    const found = await find(made.credentialId);
    assert.deepEqual(found, {
      id: made.credentialId,
      accountId: t.account.id,
      name: 'Okta sync',
      kind: 'client-secret',
      keys: undefined,
      lastRefused: undefined,
      allowedNetworks: undefined,
      lastUsedIp: undefined,
      lastUsedAgent: undefined,
      actsAs: { id: user.id, userName: user.userName },
      rights: ['forms.read', 'scim'],
      state: 'active',
      createdBy: undefined,
      createdAt: t.clock.now(),
      lastUsedAt: undefined,
      secrets: [
        {
          id: made.secretId,
          hint: made.clientSecret.slice(-10, -6),
          label: undefined,
          state: 'live',
          createdAt: t.clock.now(),
          expiresAt: undefined,
          exposedAt: undefined,
          lastUsedAt: undefined,
          lastUsedIp: undefined,
          lastUsedAgent: undefined,
        },
      ],
    });
    const everything = JSON.stringify([found, await t.auditLines(), await allRows()]);
    assert.ok(!everything.includes(made.clientSecret.slice(4, 47)));
  });

  const allRows = async () => [
    await t.db.reader.selectFrom('credentials').selectAll().execute(),
    await t.db.reader.selectFrom('secrets').selectAll().execute(),
  ];

  test('a user without a password can be chosen', async () => {
    const user = await t.addUser({ userName: t.freshName() });
    assert.ok((await create(user.id)).clientSecret);
  });

  test('a credential for nobody, somebody of another account or an inactive user is refused', async () => {
    const inactive = await t.addUser({ active: false });
    await assert.rejects(create(inactive.id), withCode('credential-inactive', 'actsAsUserId'));
    const other = await t.write((tx) => t.directory.createAccount(tx, { name: 'Other' }));
    const actor = { accountId: other.id, via: 'command-line' } as const;
    const stranger = await t.write((tx) =>
      t.directory.createUser(tx, actor, { attributes: { userName: 'x' }, origin: 'local' }),
    );
    for (const id of [stranger.id, 'nobody', '', '__proto__', '\0', '\ud800']) {
      await assert.rejects(create(id), withCode('invalid-value', 'actsAsUserId'), id);
    }
  });

  test('names and rights that make no sense are refused', async () => {
    const user = await t.addUser();
    for (const name of ['', '   ', 'x'.repeat(201), 'a\0b', '\udc00']) {
      await assert.rejects(create(user.id, { name }), withCode('invalid-value', 'name'));
    }
    for (const rights of [[], ['admin'], ['scim', '__proto__']]) {
      await assert.rejects(create(user.id, { rights }), withCode('invalid-value', 'rights'));
    }
    assert.equal((await create(user.id, { name: 'x'.repeat(200) })).credentialId.length > 0, true);
  });

  test('a credential is suspended while its user is inactive and comes back with the user', async () => {
    const { credentialId, userId } = await t.addCredential();
    const setActive = (active: boolean) =>
      t.write((tx) => t.directory.setActive(tx, t.admin, userId, active));
    await setActive(false);
    assert.equal((await find(credentialId)).state, 'suspended');
    await setActive(true);
    assert.equal((await find(credentialId)).state, 'active');
    await t.write((tx) => t.directory.removeUser(tx, t.admin, userId, { visibility: 'all' }));
    const gone = await find(credentialId);
    assert.equal(gone.state, 'revoked');
    assert.deepEqual(gone.actsAs, { id: userId, userName: undefined });
  });

  test('check 8: regenerating without an overlap ends the old secret at once', async () => {
    const { credentialId } = await t.addCredential();
    await regenerate(credentialId);
    assert.deepEqual(await statesOf(credentialId), ['revoked', 'live']);
  });

  test('check 8: regenerating with an overlap keeps the old secret until the second it ends', async () => {
    const { credentialId } = await t.addCredential();
    await regenerate(credentialId, 60);
    assert.deepEqual(await statesOf(credentialId), ['live', 'live']);
    t.clock.advance(59_999);
    assert.deepEqual(await statesOf(credentialId), ['live', 'live']);
    t.clock.advance(1);
    assert.deepEqual(await statesOf(credentialId), ['expired', 'live']);
  });

  test('a second overlap never prolongs the first', async () => {
    const { credentialId } = await t.addCredential();
    await regenerate(credentialId, 60);
    await regenerate(credentialId, 3600);
    t.clock.advance(60_000);
    assert.deepEqual(await statesOf(credentialId), ['expired', 'live', 'live']);
  });

  test('an overlap that is not a whole number of seconds up to 30 days is refused', async () => {
    const { credentialId } = await t.addCredential();
    for (const overlap of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2_592_001]) {
      const refused = withCode('invalid-value', 'overlapSeconds');
      await assert.rejects(regenerate(credentialId, overlap), refused);
    }
    await regenerate(credentialId, 2_592_000);
  });

  test('a credential has five live secrets at most, also when ten are asked for at once', async () => {
    const { credentialId } = await t.addCredential();
    const asked = Array.from({ length: 10 }, () => regenerate(credentialId, 600));
    const results = await Promise.allSettled(asked);
    const failed = results.filter((result) => result.status === 'rejected');
    assert.equal(failed.length, 6);
    assert.ok(failed.every(({ reason }) => withCode('too-many-secrets')(reason)));
    assert.deepEqual(await statesOf(credentialId), Array(5).fill('live'));
    await regenerate(credentialId);
    assert.deepEqual(await statesOf(credentialId), [...Array(5).fill('revoked'), 'live']);
  });

  test('one secret can be revoked, the others work on', async () => {
    const { credentialId, secretId } = await t.addCredential();
    await regenerate(credentialId, 600);
    const revoke = (id: string, secret: string) =>
      t.write((tx) => t.credentials.revokeSecret(tx, t.admin, id, secret));
    await revoke(credentialId, secretId);
    assert.deepEqual(await statesOf(credentialId), ['revoked', 'live']);
    const other = await t.addCredential();
    for (const unknown of [other.secretId, 'x', '\0']) {
      await assert.rejects(revoke(credentialId, unknown), withCode('not-found'));
    }
    await assert.rejects(revoke('x\0', secretId), withCode('not-found'));
  });

  test('a revoked credential stays revoked', async () => {
    const { credentialId } = await t.addCredential();
    const revoke = () => t.write((tx) => t.credentials.revoke(tx, t.admin, credentialId));
    await revoke();
    await revoke();
    assert.equal((await find(credentialId)).state, 'revoked');
    await assert.rejects(regenerate(credentialId), withCode('credential-inactive'));
  });

  test('another account finds and changes nothing', async () => {
    const { credentialId, secretId } = await t.addCredential();
    const other = await t.write((tx) => t.directory.createAccount(tx, { name: 'Stranger' }));
    const actor = { accountId: other.id, via: 'api' } as const;
    assert.equal(await t.credentials.find(t.db.reader, other.id, credentialId), undefined);
    assert.deepEqual(await t.credentials.list(t.db.reader, other.id), []);
    const tries = [
      () => t.write((tx) => t.credentials.regenerate(tx, actor, credentialId)),
      () => t.write((tx) => t.credentials.revoke(tx, actor, credentialId)),
      () => t.write((tx) => t.credentials.revokeSecret(tx, actor, credentialId, secretId)),
    ];
    for (const attempt of tries) await assert.rejects(attempt(), withCode('not-found'));
    assert.deepEqual(await statesOf(credentialId), ['live']);
  });

  test('the list goes page by page in order of id', async () => {
    const all = await t.credentials.list(t.db.reader, t.account.id);
    assert.ok(all.length > 5);
    const ids = all.map(({ id }) => id);
    assert.deepEqual(ids, ids.toSorted());
    const paged: string[] = [];
    for (;;) {
      const after = paged.at(-1);
      const page = await t.credentials.list(t.db.reader, t.account.id, { after, limit: 3 });
      if (page.length === 0) break;
      paged.push(...page.map(({ id }) => id));
    }
    assert.deepEqual(paged, ids);
  });

  test("an id that no store keeps is nobody's", async () => {
    for (const id of ['', 'a\0', '\ud800', '__proto__']) {
      assert.equal(await t.credentials.find(t.db.reader, t.account.id, id), undefined);
    }
  });

  test('a user deleted while a credential for it is made never leaves a live one', async () => {
    for (let i = 0; i < 20; i += 1) {
      const user = await t.addUser();
      const [made] = await Promise.allSettled([
        create(user.id, { name: `race ${i}` }),
        t.write((tx) => t.directory.removeUser(tx, t.admin, user.id, { visibility: 'all' })),
      ]);
      if (made.status === 'fulfilled') {
        assert.equal((await find(made.value.credentialId)).state, 'revoked');
      } else assert.ok(withCode('invalid-value', 'actsAsUserId')(made.reason));
    }
  });

  test('every change is on record, without a secret', async () => {
    const before = (await t.auditLines()).length;
    const { credentialId, secretId, userId } = await t.addCredential('Recorded');
    const next = await regenerate(credentialId, 60);
    await t.write((tx) => t.credentials.revokeSecret(tx, t.admin, credentialId, secretId));
    await t.write((tx) => t.credentials.revoke(tx, t.admin, credentialId));
    const lines = (await t.auditLines()).slice(before).filter((line) => !/^user/.test(line.action));
    const via = 'command-line';
    assert.deepEqual(
      lines.map(({ action, target, detail }) => ({ action, target, detail })),
      [
        {
          action: 'credential.create',
          target: credentialId,
          detail: { via, name: 'Recorded', actsAs: userId, secret: secretId },
        },
        {
          action: 'credential.regenerate',
          target: credentialId,
          detail: { via, overlapSeconds: 60, secret: next.secretId },
        },
        {
          action: 'credential.revoke-secret',
          target: credentialId,
          detail: { via, secret: secretId },
        },
        { action: 'credential.revoke', target: credentialId, detail: { via } },
      ],
    );
  });
});
