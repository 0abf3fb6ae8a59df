import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { keySetOf, makeSigner } from '../../test/support/assertions.ts';
import { openCredentials, type TestCredentials } from '../../test/support/credentials.ts';
import { withCode } from '../../test/support/directory.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import type { ClientKeys, KeySource } from './client-keys.ts';

const signer = makeSigner('ES256', 'k1');
const URL_OF_KEYS = 'https://client.example/jwks.json';
const FEDERATED = {
  kind: 'federated-identity',
  issuer: 'https://idp.example',
  subject: 'workload',
  audience: 'api://formstead',
  source: { jwksUrl: URL_OF_KEYS },
} as const satisfies ClientKeys;

forEachEngine((engine) => {
  let t: TestCredentials;
  before(async () => {
    t = await openCredentials(engine);
  });
  after(() => t.close());

  const create = async (keys: ClientKeys) => {
    const { id } = await t.addUser();
    const made = await t.write((tx) =>
      t.credentials.createWithKeys(tx, t.admin, { name: 'x', actsAsUserId: id, keys }),
    );
    return made.credentialId;
  };
  const own = (source: KeySource) => create({ kind: 'private-key-jwt', source });
  const change = (id: string, keys: KeySource) =>
    t.write((tx) => t.credentials.change(tx, t.admin, id, { keys }));
  const find = (id: string) => t.credentials.find(t.db.reader, t.account.id, id);

  test('a client with keys has no secret, and can not be given one', async () => {
    const id = await own({ jwks: keySetOf(signer) });
    const found = await find(id);
    assert.deepEqual([found?.kind, found?.secrets], ['private-key-jwt', []]);
    await assert.rejects(
      t.write((tx) => t.credentials.regenerate(tx, t.admin, id)),
      withCode('credential-kind'),
    );
    const { credentialId } = await t.addCredential();
    await assert.rejects(
      change(credentialId, { jwksUrl: URL_OF_KEYS }),
      withCode('credential-kind'),
    );
  });

  test('what is registered is shown, keys by their public members', async () => {
    const { use: _use, ...jwk } = signer.jwk;
    const found = await find(await own({ jwks: keySetOf(signer) }));
    assert.ok(found?.keys && 'jwks' in found.keys.source);
    assert.deepEqual(JSON.parse(found.keys.source.jwks), { keys: [jwk] });
    assert.deepEqual((await find(await create(FEDERATED)))?.keys, FEDERATED);
    const listed = await t.credentials.list(t.db.reader, t.account.id);
    assert.ok(listed.some(({ keys }) => keys?.kind === 'federated-identity'));
  });

  test('an address that is no plain https URL is refused by name', async () => {
    for (const jwksUrl of [
      'http://client.example/jwks.json',
      'https://user:word@client.example/',
      'https://user@client.example/',
      'https://client.example/#keys',
      'ftp://client.example/',
      'file:///etc/passwd',
      'client.example',
      `https://client.example/${'x'.repeat(2048)}`,
      'https://client.example/\0',
      '',
    ]) {
      await assert.rejects(own({ jwksUrl }), withCode('invalid-value', 'jwksUrl'), jwksUrl);
    }
  });

  test('what an issuer must say is registered whole', async () => {
    for (const at of ['issuer', 'subject', 'audience'] as const) {
      for (const text of ['', ' ', 'x'.repeat(501), 'a\0b']) {
        await assert.rejects(create({ ...FEDERATED, [at]: text }), withCode('invalid-value', at));
      }
    }
    const id = await create(FEDERATED);
    await assert.rejects(change(id, { jwks: keySetOf(signer) }), withCode('invalid-value', 'keys'));
    await change(id, { jwksUrl: 'https://idp.example/new' });
    assert.deepEqual((await find(id))?.keys?.source, { jwksUrl: 'https://idp.example/new' });
  });

  test('a credential that was revoked does not change any more', async () => {
    const id = await own({ jwks: keySetOf(signer) });
    await t.write((tx) => t.credentials.revoke(tx, t.admin, id));
    await assert.rejects(change(id, { jwksUrl: URL_OF_KEYS }), withCode('credential-inactive'));
    const claimed = await t.credentials.findClaimedClient(t.db.reader, id);
    assert.equal(claimed.refused, 'revoked');
  });

  test('rights can be narrowed and widened later, and a wrong one changes nothing', async () => {
    const { credentialId: id } = await t.addCredential();
    const set = (rights: readonly string[] | null) =>
      t.write((tx) => t.credentials.change(tx, t.admin, id, { rights }));
    await set(['scim']);
    assert.deepEqual((await find(id))?.rights, ['scim']);
    await assert.rejects(set(['everything']), withCode('invalid-value', 'rights'));
    assert.deepEqual((await find(id))?.rights, ['scim']);
    await set(null);
    assert.equal((await find(id))?.rights, undefined);
  });
});
