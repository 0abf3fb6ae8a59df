// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createAudit } from '#audit/index.ts';
import type { Database } from '#db/database.ts';
import { openDatabase } from '#db/open.ts';
import { createIds, systemRandom } from '#kernel/ids.ts';
import { createTokens, type KeyRing } from '#tokens/tokens.ts';
import { testClock, withCode } from '../../test/support/directory.ts';
import { type Engine, forEachEngine } from '../../test/support/engines.ts';
import { SUBJECT } from '../../test/support/tokens.ts';
import { MasterKeyError, oneMasterKey, openKeyRing } from './index.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Returns a deployment; each node has a key ring and a connection of its own. */
function deployment(engine: Engine) {
  const clock = testClock();
  const random = systemRandom;
  const masterKey = randomBytes(32);
  const open: Database[] = [];
  let storage: Awaited<ReturnType<Engine['fresh']>>;
  before(async () => {
    storage = await engine.fresh();
  });
  after(() => Promise.all(open.map((db) => db.close())));
  const connect = async () => {
    const db = await openDatabase({ ...storage, clock, random });
    open.push(db);
    return db;
  };
  const node = async (key = masterKey) => {
    const db = await connect();
    let reads = 0;
    const counted: Database = {
      ...db,
      transaction: (work) => db.transaction(work),
      get reader() {
        reads += 1;
        return db.reader;
      },
    };
    const audit = createAudit({ clock, ids: createIds(clock, random) });
    const ring = await openKeyRing({
      db: counted,
      clock,
      random,
      audit,
      masterKeys: oneMasterKey(key),
    });
    return { db, ring, tokens: tokensOver(ring), reads: () => reads };
  };
  const tokensOver = (ring: KeyRing) =>
    createTokens({ clock, ids: createIds(clock, random), issuer: 'https://a.example', ring });
  return { clock, connect, node, tokensOver };
}

const kidsOf = (keys: readonly { readonly kid: string }[]) => keys.map(({ kid }) => kid).sort();

forEachEngine((engine) => {
  const { clock, connect, node, tokensOver } = deployment(engine);

  test('two nodes that start at once on an empty database share one key of each use', async () => {
    const [a, b] = await Promise.all([node(), node()]);
    const keys = await a.ring.list();
    assert.deepEqual(keys.map(({ use, alg, state }) => `${use} ${alg} ${state}`).sort(), [
      'enc A256GCM active',
      'sig ES256 active',
    ]);
    for (const { kid } of keys) assert.match(kid, /^[se]-2026-11-[a-z2-7]{8}$/);
    const { token } = await a.tokens.issue(SUBJECT);
    assert.equal((await b.tokens.verify(token)).userId, SUBJECT.userId);
  });

  test('keys survive a restart', async () => {
    const before = await node();
    const { token } = await before.tokens.issue(SUBJECT);
    const after = await node();
    assert.deepEqual(await after.ring.list(), await before.ring.list());
    await after.tokens.verify(token);
  });

  test('nothing secret is in the keys table', async () => {
    const db = await connect();
    for (const row of await db.reader.selectFrom('keys').selectAll().execute()) {
      assert.match(row.wrapped, /^v1\.[\w-]{8}\.[\w-]{16}\.[\w-]{60,}$/);
      const jwk: unknown = JSON.parse(row.public_jwk ?? '{}');
      const members = Object.keys(Object(jwk)).sort();
      assert.deepEqual(members, row.use === 'sig' ? ['crv', 'kty', 'x', 'y'] : []);
    }
  });

  test('a start with another master key is refused and says what to do', async () => {
    await assert.rejects(node(randomBytes(32)), (error: unknown) => {
      assert.ok(error instanceof MasterKeyError);
      assert.match(error.message, /wrapped by another master key/);
      assert.match(error.message, /Start with the master key/);
      return true;
    });
  });

  test('a rotation fails nobody: old tokens stay good, new ones work on a node that has not heard', async () => {
    const [a, b] = [await node(), await node()];
    const old = await a.tokens.issue(SUBJECT);
    const before = kidsOf(await a.ring.list());
    const made = await a.ring.rotate('both');
    assert.deepEqual(made.map(({ use }) => use).sort(), ['enc', 'sig']);
    const fresh = await a.tokens.issue(SUBJECT);
    const claims = await b.tokens.verify(fresh.token);
    assert.deepEqual([claims.encryptionKid, claims.signingKid].sort(), kidsOf(made));
    for (const { tokens } of [a, b]) await tokens.verify(old.token);
    const states = (await b.ring.list()).map(({ kid, state }) => `${kid} ${state}`);
    for (const { kid } of made) assert.ok(states.includes(`${kid} active`));
    for (const kid of before) assert.ok(states.includes(`${kid} verify-only`));
  });

  test('a rotation of one use leaves the other key', async () => {
    const { ring } = await node();
    const active = async () => (await ring.list()).filter(({ state }) => state === 'active');
    const before = await active();
    const [made] = await ring.rotate('sig');
    const after = await active();
    assert.equal(made?.use, 'sig');
    const enc = (keys: typeof before) => keys.find(({ use }) => use === 'enc')?.kid;
    assert.equal(enc(after), enc(before));
    assert.equal(after.length, 2);
  });

  test('a node that saw no token of a new key reads it within a minute, and within a second to issue', async () => {
    const [a, b] = [await node(), await node()];
    const [first] = await a.ring.rotate('sig');
    clock.advance(MINUTE - 1);
    assert.notEqual((await b.ring.current()).signing.kid, first?.kid);
    clock.advance(1);
    assert.equal((await b.ring.current()).signing.kid, first?.kid);
    const [second] = await a.ring.rotate('sig');
    clock.advance(SECOND);
    const { token } = await b.tokens.issue(SUBJECT);
    assert.equal((await b.tokens.verify(token)).signingKid, second?.kid);
  });

  test('a hundred rotations at once on two nodes leave one active key of each use', async () => {
    const [a, b] = [await node(), await node()];
    const rotations = Array.from({ length: 50 }, (_, i) => [a, b].map((n) => ({ n, i }))).flat();
    await Promise.all(rotations.map(({ n, i }) => n.ring.rotate(i % 2 ? 'sig' : 'both')));
    const active = (await a.ring.list()).filter(({ state }) => state === 'active');
    assert.deepEqual(active.map(({ use }) => use).sort(), ['enc', 'sig']);
  });

  test('revoking a key ends its tokens, and an active one gets a successor', async () => {
    const { ring, tokens } = await node();
    const { token } = await tokens.issue(SUBJECT);
    const { signingKid, encryptionKid } = await tokens.verify(token);
    await ring.revoke(signingKid);
    await assert.rejects(tokensOver(ring).verify(token), withCode('token-invalid'));
    await ring.revoke(encryptionKid);
    await assert.rejects(tokens.verify(token), withCode('token-invalid'));
    const keys = await ring.list();
    const stateOf = (wanted: string) => keys.find(({ kid }) => kid === wanted)?.state;
    assert.deepEqual([stateOf(signingKid), stateOf(encryptionKid)], ['revoked', 'revoked']);
    const next = await tokens.issue(SUBJECT);
    assert.notEqual((await tokens.verify(next.token)).signingKid, signingKid);
  });

  test('revoking what does not exist is not-found, revoking twice changes nothing', async () => {
    const { ring } = await node();
    await assert.rejects(ring.revoke('s-2026-11-none'), withCode('not-found'));
    const [key] = await ring.rotate('enc');
    await ring.revoke(key?.kid ?? '');
    const before = await ring.list();
    clock.advance(SECOND);
    await ring.revoke(key?.kid ?? '');
    assert.deepEqual(await ring.list(), before);
  });

  test('a retired key is kept until its last token is over on every node, then deleted', async () => {
    const { ring, tokens } = await node();
    clock.advance(2 * 3600 * SECOND);
    await ring.purge();
    const { token } = await tokens.issue(SUBJECT);
    const old = kidsOf(await ring.list());
    const made = kidsOf(await ring.rotate('both'));
    clock.advance(3599 * SECOND);
    assert.deepEqual(await ring.purge(), []);
    await tokens.verify(token);
    clock.advance(121 * SECOND);
    assert.deepEqual(await ring.purge(), []);
    clock.advance(1);
    assert.deepEqual(await ring.purge(), old);
    assert.deepEqual(kidsOf(await ring.list()), made);
  });

  test('keys that somebody deleted by hand are made anew', async () => {
    const { db, ring, tokens } = await node();
    await db.reader.deleteFrom('keys').where('use', '=', 'enc').execute();
    clock.advance(MINUTE);
    await tokens.verify((await tokens.issue(SUBJECT)).token);
    assert.equal((await ring.list()).filter(({ use }) => use === 'enc').length, 1);
  });

  test('a flood of unknown kids reads the storage once a second, and all get an answer', async () => {
    const { ring, reads } = await node();
    const flood = () => Promise.all(Array.from({ length: 200 }, () => ring.refresh()));
    clock.advance(SECOND);
    const before = reads();
    const startedAt = performance.now();
    await flood();
    assert.equal(reads() - before, 1);
    await Promise.all([flood(), flood()]);
    assert.equal(reads() - before, 2);
    assert.ok(performance.now() - startedAt > 900);
  });
});
