// Everything that can end a token ends it at once: each case changes one fact and reads the state again.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { CompiledQuery, sql } from 'kysely';
import { createAudit } from '#audit/index.ts';
import { systemRandom } from '#kernel/ids.ts';
import { oneMasterKey, openKeyRing, type StoredKeyRing } from '#keys/index.ts';
import type { TokenClaims } from '#tokens/tokens.ts';
import { openCredentials, spyOn, type TestCredentials } from '../../test/support/credentials.ts';
import { forEachEngine } from '../../test/support/engines.ts';

forEachEngine((engine) => {
  let t: TestCredentials;
  let ring: StoredKeyRing;
  before(async () => {
    t = await openCredentials(engine);
    const { db, clock } = t;
    ring = await openKeyRing({
      db,
      clock,
      random: systemRandom,
      audit: createAudit(t),
      masterKeys: oneMasterKey(randomBytes(32)),
    });
  });
  after(() => t.close());

  /** Returns the claims of a token that is issued now for a new credential. */
  const issue = async (): Promise<TokenClaims> => {
    const { credentialId, clientSecret } = await t.addCredential();
    return claimsFor(credentialId, clientSecret);
  };
  const claimsFor = async (id: string, secret: string): Promise<TokenClaims> => {
    const client = await t.credentials.checkClientSecret(t.db.reader, id, secret);
    assert.ok(client.refused === undefined);
    const { signing, encryption } = await ring.current();
    return {
      ...client,
      tokenId: t.ids.next(),
      issuedAt: 0,
      expiresAt: 3600,
      signingKid: signing.kid,
      encryptionKid: encryption.kid,
    };
  };
  const live = (claims: TokenClaims) => t.credentials.readLiveState(t.db.reader, claims);
  const holds = async (claims: TokenClaims) => (await live(claims)) !== undefined;
  const setActive = (claims: TokenClaims, active: boolean) =>
    t.write((tx) => t.directory.setActive(tx, t.admin, claims.userId, active));

  test('a token holds for its user, with the role and rights of this moment', async () => {
    const user = await t.addUser();
    const made = await t.write((tx) =>
      t.credentials.create(tx, t.admin, {
        name: 'Narrow',
        actsAsUserId: user.id,
        rights: ['forms.read'],
      }),
    );
    const claims = await claimsFor(made.credentialId, made.clientSecret);
    const accountCode = t.account.code;
    const rights = ['forms.read'];
    const facts = async () => {
      const { allowsAddress: _rule, ...others } = Object(await live(claims));
      return others;
    };
    assert.deepEqual(await facts(), { accountCode, role: 'member', rights });
    await t.write((tx) => t.directory.setRole(tx, t.admin, user.id, 'designer'));
    assert.deepEqual(await facts(), { accountCode, role: 'designer', rights });
    assert.equal((await live(await issue()))?.rights, undefined);
  });

  test('deactivating the user ends it for good; a token issued after reactivation holds', async () => {
    const { credentialId, clientSecret } = await t.addCredential();
    const claims = await claimsFor(credentialId, clientSecret);
    await setActive(claims, false);
    assert.equal(await holds(claims), false);
    await setActive(claims, true);
    assert.equal(await holds(claims), false);
    assert.equal(await holds(await claimsFor(credentialId, clientSecret)), true);
  });

  test('deleting the user ends it', async () => {
    const claims = await issue();
    await t.write((tx) =>
      t.directory.removeUser(tx, t.admin, claims.userId, { visibility: 'all' }),
    );
    assert.equal(await holds(claims), false);
  });

  test('revoking the credential ends it', async () => {
    const claims = await issue();
    await t.write((tx) => t.credentials.revoke(tx, t.admin, claims.credentialId));
    assert.equal(await holds(claims), false);
  });

  test('regenerating without an overlap ends the tokens of the old secrets', async () => {
    const claims = await issue();
    await t.write((tx) =>
      t.credentials.regenerate(tx, t.admin, claims.credentialId, { overlapSeconds: 60 }),
    );
    t.clock.advance(61_000);
    assert.equal(await holds(claims), true, 'the plain expiry of a secret ends no token');
    await t.write((tx) => t.credentials.regenerate(tx, t.admin, claims.credentialId));
    assert.equal(await holds(claims), false);
  });

  test('revoking one secret ends its tokens and no others', async () => {
    const { credentialId, clientSecret, secretId } = await t.addCredential();
    const next = await t.write((tx) =>
      t.credentials.regenerate(tx, t.admin, credentialId, { overlapSeconds: 60 }),
    );
    const ofFirst = await claimsFor(credentialId, clientSecret);
    const ofSecond = await claimsFor(credentialId, next.clientSecret);
    await t.write((tx) => t.credentials.revokeSecret(tx, t.admin, credentialId, secretId));
    assert.deepEqual([await holds(ofFirst), await holds(ofSecond)], [false, true]);
  });

  for (const use of ['sig', 'enc'] as const) {
    test(`revoking the ${use} key that made it ends it; rotating the key does not`, async () => {
      const claims = await issue();
      await ring.rotate(use);
      assert.equal(await holds(claims), true);
      await ring.revoke(use === 'sig' ? claims.signingKid : claims.encryptionKid);
      assert.equal(await holds(claims), false);
      assert.equal(await holds(await issue()), true);
    });
  }

  test('revoking the token itself ends it and no other one', async () => {
    const claims = await issue();
    await t.db.reader
      .insertInto('revoked_tokens')
      .values({ account_id: claims.accountId, jti: claims.tokenId, expires_at: 0 })
      .execute();
    assert.equal(await holds(claims), false);
    assert.equal(await holds({ ...claims, tokenId: t.ids.next() }), true);
  });

  test('closing the account ends it', async () => {
    const claims = await issue();
    const set = (active: 0 | 1) =>
      t.db.reader.updateTable('accounts').set({ active }).where('id', '=', t.account.id).execute();
    await set(0);
    assert.equal(await holds(claims), false);
    await set(1);
    assert.equal(await holds(claims), true);
  });

  test('claims that do not belong together do not hold', async () => {
    const claims = await issue();
    const other = await issue();
    const mixed: readonly Partial<TokenClaims>[] = [
      { accountId: t.ids.next() },
      { userId: other.userId },
      { credentialId: other.credentialId },
      { secretId: other.secretId },
      { credentialVersion: claims.credentialVersion + 1 },
      { userStamp: claims.userStamp + 1 },
      { signingKid: 's-2026-11-none' },
      { encryptionKid: claims.signingKid.replace('s-', 'e-') },
    ];
    assert.equal(await holds(claims), true);
    for (const change of mixed) {
      assert.equal(await holds({ ...claims, ...change }), false, JSON.stringify(change));
    }
  });

  test('stored rights that can not be read allow nothing', async () => {
    const claims = await issue();
    await t.db.reader
      .updateTable('credentials')
      .set({ rights: '{"scim":true}' })
      .where('id', '=', claims.credentialId)
      .execute();
    assert.deepEqual((await live(claims))?.rights, []);
  });

  test('a token that names no secret holds only for a client that has none', async () => {
    const claims = await issue();
    assert.equal(await holds(claims), true);
    assert.equal(await holds({ ...claims, secretId: undefined }), false);
    const user = await t.addUser();
    const { credentialId } = await t.write((tx) =>
      t.credentials.createWithKeys(tx, t.admin, {
        name: 'Signer',
        actsAsUserId: user.id,
        keys: {
          kind: 'private-key-jwt',
          source: { jwksUrl: 'https://client.example/jwks.json' },
        },
      }),
    );
    const signer = { ...claims, credentialId, userId: user.id, credentialVersion: 1 };
    assert.equal(await holds({ ...signer, secretId: undefined }), true);
    assert.equal(await holds(signer), false);
    await t.write((tx) => t.credentials.revoke(tx, t.admin, credentialId));
    assert.equal(await holds({ ...signer, secretId: undefined }), false);
  });

  test('one query tells, and reads no table whole', async () => {
    const { reader, queries } = spyOn(t.db.reader);
    await t.credentials.readLiveState(reader, await issue());
    assert.equal(queries.length, 1);
    const [{ sql: text, parameters } = CompiledQuery.raw('')] = queries;
    const plan = await t.write(async (tx) => {
      if (engine.name === 'postgres') await sql`set local enable_seqscan = off`.execute(tx);
      const prefix = engine.name === 'sqlite' ? 'explain query plan' : 'explain';
      const query = CompiledQuery.raw(`${prefix} ${text}`, [...parameters]);
      return (await tx.executeQuery(query)).rows.map((row) => JSON.stringify(row)).join('\n');
    });
    assert.doesNotMatch(plan, /Seq Scan|SCAN/, plan);
    // PostgreSQL may choose any index while tables are small and statistics missing.
    if (engine.name === 'sqlite') assert.doesNotMatch(plan, /_by_/, plan);
  });
});
