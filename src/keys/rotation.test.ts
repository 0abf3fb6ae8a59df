// The test moves the clock on: which keys rotate automatically, when, and what the audit log records.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createAudit } from '#audit/index.ts';
import type { Database } from '#db/database.ts';
import { openDatabase } from '#db/open.ts';
import { createDirectory } from '#directory/index.ts';
import { createIds, systemRandom } from '#kernel/ids.ts';
import { createSeal } from '#kernel/seal.ts';
import { forgetWords, indexWords } from '#search/index.ts';
import { createTokens, type KeyUse } from '#tokens/tokens.ts';
import { readAuditLines } from '../../test/support/credentials.ts';
import { type TestClock, testClock } from '../../test/support/directory.ts';
import { type Engine, forEachEngine } from '../../test/support/engines.ts';
import { SUBJECT } from '../../test/support/tokens.ts';
import { oneMasterKey, openKeyRing, type StoredKeyRing } from './index.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const random = systemRandom;

async function openNode(engine: Engine) {
  const storage = await engine.fresh();
  const clock = testClock();
  const masterKey = randomBytes(32);
  const open: Database[] = [];
  const node = async () => {
    const db = await openDatabase({ ...storage, clock, random });
    open.push(db);
    const ids = createIds(clock, random);
    const audit = createAudit({ clock, ids });
    const ring = await openKeyRing({
      db,
      clock,
      random,
      audit,
      masterKeys: oneMasterKey(masterKey),
    });
    const tokens = createTokens({ clock, ids, issuer: 'https://a.example', ring });
    const directory = createDirectory({
      clock,
      ids,
      audit,
      seal: createSeal(masterKey),
      search: { indexWords, forgetWords },
    });
    const addAccount = () => db.transaction((tx) => directory.createAccount(tx, { name: 'Acme' }));
    return { db, ring, tokens, addAccount };
  };
  return { clock, node, close: () => Promise.all(open.map((db) => db.close())) };
}

const find = async (ring: StoredKeyRing, use: KeyUse, state: string) =>
  (await ring.list()).filter((key) => key.use === use && key.state === state);
const only = async (ring: StoredKeyRing, use: KeyUse, state: string): Promise<string> => {
  const [key, ...others] = await find(ring, use, state);
  assert.ok(key && others.length === 0, `${others.length + (key ? 1 : 0)} ${state} ${use} keys`);
  return key.kid;
};

forEachEngine((engine) => {
  let t: Awaited<ReturnType<typeof openNode>>;
  let clock: TestClock;
  before(async () => {
    t = await openNode(engine);
    clock = t.clock;
  });
  after(() => t.close());

  test('check 12: a key gets old, its successor is announced before it is used, and no token fails', async () => {
    const [a, b] = [await t.node(), await t.node()];
    for (const [use, days] of [
      ['enc', 30],
      ['sig', 90],
    ] as const) {
      await a.ring.rotate('both');
      const old = await only(a.ring, use, 'active');
      clock.advance(days * DAY - 11 * MINUTE);
      await a.ring.maintain();
      assert.equal(await only(a.ring, use, 'active'), old);
      assert.deepEqual(await find(a.ring, use, 'announced'), []);

      clock.advance(MINUTE);
      await Promise.all([a.ring.maintain(), b.ring.maintain()]);
      const next = await only(a.ring, use, 'announced');
      const early = await a.tokens.issue(SUBJECT);
      clock.advance(10 * MINUTE - 1);
      assert.equal(await only(b.ring, use, 'active'), old);

      clock.advance(1);
      assert.equal(await only(b.ring, use, 'active'), next);
      assert.ok((await find(b.ring, use, 'verify-only')).some(({ kid }) => kid === old));
      clock.advance(1000);
      const { token } = await b.tokens.issue(SUBJECT);
      const claims = await a.tokens.verify(token);
      assert.equal(use === 'sig' ? claims.signingKid : claims.encryptionKid, next);
      for (const each of [a, b]) await each.tokens.verify(early.token);
    }
  });

  test('an announced key is published before it signs, and a node that is ahead is understood', async () => {
    const [a, b] = [await t.node(), await t.node()];
    await a.ring.rotate('sig');
    clock.advance(90 * DAY - 10 * MINUTE);
    await a.ring.maintain();
    const announced = await only(a.ring, 'sig', 'announced');
    clock.advance(MINUTE);
    const published = async () => (await b.ring.publicKeys()).map(({ kid }) => kid);
    assert.ok((await published()).includes(announced));
    const { verifying } = await b.ring.current();
    assert.ok([...verifying.values()].some(({ kid }) => kid === announced));
    for (const jwk of await b.ring.publicKeys()) {
      assert.deepEqual(Object.keys(jwk).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
    }
  });

  test('an encryption key that made 2^31 tokens is replaced, however young', async () => {
    const { db, ring } = await t.node();
    await ring.rotate('both');
    const kid = await only(ring, 'enc', 'active');
    const setUses = (uses: number) =>
      db.reader.updateTable('keys').set({ uses }).where('kid', '=', kid).execute();
    await setUses(2 ** 31 - 1);
    await ring.maintain();
    assert.deepEqual(await find(ring, 'enc', 'announced'), []);
    await setUses(2 ** 31);
    await ring.maintain();
    const next = await only(ring, 'enc', 'announced');
    clock.advance(10 * MINUTE);
    assert.equal(await only(ring, 'enc', 'active'), next);
  });

  test('the storage never counts fewer tokens than were made, and is written once in 65,536', async () => {
    const { db, ring, tokens } = await t.node();
    await ring.rotate('both');
    const { encryption } = await ring.current();
    const uses = async () =>
      (await db.reader.selectFrom('keys').select(['kid', 'uses']).execute())
        .filter(({ kid }) => kid === encryption.kid)
        .map((row) => Number(row.uses));
    assert.deepEqual(await uses(), [0]);
    await Promise.all(Array.from({ length: 50 }, () => tokens.issue(SUBJECT)));
    assert.deepEqual(await uses(), [65_536]);
    for (let i = 50; i < 65_536; i += 1) await ring.countUse(encryption.kid);
    assert.deepEqual(await uses(), [65_536]);
    await Promise.all(Array.from({ length: 20 }, () => ring.countUse(encryption.kid)));
    assert.deepEqual(await uses(), [131_072]);
  });

  test('a rotation by hand takes the announced key, and revoking one never leaves a use without a key', async () => {
    const { ring } = await t.node();
    const announce = async () => {
      await ring.rotate('enc');
      clock.advance(30 * DAY - 10 * MINUTE);
      await ring.maintain();
      return only(ring, 'enc', 'announced');
    };
    const byHand = await announce();
    assert.deepEqual(
      (await ring.rotate('enc')).map(({ kid }) => kid),
      [byHand],
    );
    assert.equal(await only(ring, 'enc', 'active'), byHand);

    const heir = await announce();
    await ring.revoke(await only(ring, 'enc', 'active'));
    assert.equal(await only(ring, 'enc', 'active'), heir);

    const stillborn = await announce();
    const active = await only(ring, 'enc', 'active');
    await ring.revoke(stillborn);
    clock.advance(10 * MINUTE);
    assert.equal(await only(ring, 'enc', 'active'), active);
    await ring.maintain();
    assert.notEqual(await only(ring, 'enc', 'announced'), stillborn);
  });

  test('what is over is deleted by itself', async () => {
    const { ring } = await t.node();
    await ring.rotate('both');
    clock.advance(3721 * 1000);
    await ring.maintain();
    assert.deepEqual((await ring.list()).map(({ use, state }) => `${use} ${state}`).sort(), [
      'enc active',
      'sig active',
    ]);
  });

  test('every account has each change of the keys on its record, with who made it', async () => {
    const { db, ring, addAccount } = await t.node();
    const accounts = [await addAccount(), await addAccount()];
    const [made] = await ring.rotate('sig', 'command-line');
    const kid = made?.kid ?? '';
    await ring.revoke(kid, 'command-line');
    await ring.revoke(kid, 'command-line');
    clock.advance(3721 * 1000);
    await ring.maintain();
    for (const { id } of accounts) {
      const lines = (await readAuditLines(db, id)).filter(({ target }) => target === kid);
      assert.deepEqual(
        lines.map(({ action, detail }) => [action, Object(detail).via, Object(detail).use]),
        [
          ['key.create', 'command-line', 'sig'],
          ['key.revoke', 'command-line', 'sig'],
          ['key.delete', 'system', 'sig'],
        ],
      );
      assert.doesNotMatch(JSON.stringify(await readAuditLines(db, id)), /wrapped|"d"|v1\./);
    }
  });
});
