import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '#db/open.ts';
import { systemClock } from '#kernel/clock.ts';
import { systemRandom } from '#kernel/ids.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { planOf } from '../../test/support/query-plan.ts';
import { deleteSpent, insertRevokedToken, insertUsedAssertion } from './spent.store.ts';

forEachEngine((engine) => {
  test('what has expired is found by its time, however many tokens and assertions still hold', async () => {
    const storage = await engine.fresh('any');
    const db = await openDatabase({ ...storage, clock: systemClock, random: systemRandom });
    for (const expiresAt of [1000, 2000, 3000]) {
      const id = String(expiresAt);
      await insertRevokedToken(db.reader, { accountId: 'a', tokenId: id, expiresAt });
      const client = { accountId: 'a', credentialId: 'c' };
      await insertUsedAssertion(db.reader, { ...client, jtiHash: id, expiresAt });
    }
    const plan =
      engine.name === 'sqlite'
        ? await planOf(db.reader, (reader) => deleteSpent(reader, 2000))
        : await deleteSpent(db.reader, 2000);
    const tokens = await db.reader.selectFrom('revoked_tokens').select('jti as id').execute();
    const used = await db.reader.selectFrom('used_assertions').select('jti_hash as id').execute();
    const left = [tokens, used].map((rows) => rows.map(({ id }) => id).sort());
    assert.deepEqual(left, [
      ['2000', '3000'],
      ['2000', '3000'],
    ]);
    // PostgreSQL plans by row counts: a small table it reads as a whole, and may.
    if (plan !== undefined) {
      assert.match(plan, /SEARCH revoked_tokens USING .*INDEX revoked_tokens_by_expires_at/);
      assert.match(plan, /SEARCH used_assertions USING .*INDEX used_assertions_by_expires_at/);
      assert.doesNotMatch(plan, /SCAN (?:revoked|used)/);
    }
    await db.close();
  });
});
