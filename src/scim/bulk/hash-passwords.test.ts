// Bulk hashes passwords before the transaction. The time that this takes must not reveal a correct guess of a password.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachEngine } from '../../../test/support/engines.ts';
import { ADMIN_PASSWORD } from '../../../test/support/instance.ts';
import { idOf, PATCH_OP, startScim } from '../../../test/support/scim.ts';
import { resultsOf, sendBulk } from '../../../test/support/scim-bulk.ts';

forEachEngine((engine) => {
  test('for whom provisioning does not see nothing is hashed, right password or wrong', async () => {
    const scim = await startScim(engine);
    const { directory, db } = scim.instance.services;
    const { accountId, userId } = scim.instance.account;
    const actor = { accountId, via: 'command-line' } as const;
    await db.transaction((tx) => directory.closeToProvisioning(tx, actor, userId));
    const member = idOf(await scim.addUser({ password: ADMIN_PASSWORD }));

    /** Returns the shortest of four times, in milliseconds, and the last status. */
    const change = async (id: string, password: string) => {
      const data = { schemas: [PATCH_OP], Operations: [{ op: 'add', value: { password } }] };
      const operations = Array.from({ length: 8 }, () => ({
        ...{ method: 'PATCH', path: `/Users/${id}`, data },
      }));
      let ms = Number.POSITIVE_INFINITY;
      let status = '';
      for (let i = 0; i < 4; i += 1) {
        const start = performance.now();
        const results = resultsOf(await sendBulk(scim, operations));
        ms = Math.min(ms, performance.now() - start);
        status = results[0]?.status ?? '';
      }
      return { ms, status };
    };
    const hashed = await change(member, ADMIN_PASSWORD);
    assert.equal(hashed.status, '200');
    for (const password of [ADMIN_PASSWORD, 'another quiet harbour at noon']) {
      const { ms, status } = await change(userId, password);
      assert.equal(status, '404');
      assert.ok(ms < hashed.ms / 2, `${ms} ms, where checking a password takes ${hashed.ms} ms`);
    }
    await scim.close();
  });
});
