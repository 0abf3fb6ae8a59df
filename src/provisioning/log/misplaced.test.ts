// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ObservedRequest } from '#http/observed-request.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { startInstance } from '../../../test/support/instance.ts';
import { createProvisioningLog } from './provisioning-log.ts';

forEachEngine((engine) => {
  test('a credential that may not provision fills no log: few of its requests are kept, without content, and those of others beside them', async (t) => {
    const node = await startInstance(engine);
    t.after(() => node.close());
    const { db, ids, clock } = node.services;
    const { accountId } = node.account;
    const other = ids.next();
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    const log = createProvisioningLog({ db, ids, knowsPath: () => true, onError, limit: 1e9 });
    const hour = clock.now() - (clock.now() % 3_600_000);
    const loud = ids.next();
    const observe = (count: number, account: string, at: number, credentialId = loud): void => {
      for (let i = 0; i < count; i += 1) {
        log.observe({
          ...{ requestId: ids.next(), at, ms: 1, method: 'POST', status: 403, route: undefined },
          url: `/scim/v2/misplaced?filter=${'userName%20pr%20or%20'.repeat(200)}`,
          ...{ code: 'forbidden', ip: '127.0.0.1', agent: undefined, logFields: undefined },
          principal: {
            ...{ kind: 'user', role: 'member', accountId: account, userId: ids.next() },
            credentialId,
          } as ObservedRequest['principal'],
          authorization: undefined,
          requestBody: Buffer.from(JSON.stringify({ userName: 'a'.repeat(10_000) })),
          responseBody: JSON.stringify({ detail: 'You may not do this.', status: '403' }),
        });
      }
    };
    observe(150, accountId, hour);
    await log.flush();
    observe(50, accountId, hour + 1000);
    for (let i = 0; i < 50; i += 1) observe(2, accountId, hour + 2000, ids.next());
    observe(1, other, hour + 1000, ids.next());
    observe(1, accountId, hour + 3_600_000);
    // It began before.
    observe(1, accountId, hour + 3_599_999);
    await log.close();
    assert.deepEqual(errors, []);
    const kept = async (account: string) =>
      await db.reader
        .selectFrom('provisioning_log')
        .select(['at', 'query', 'detail', 'request_body', 'response_body', 'dropped'])
        .where('account_id', '=', account)
        .where('path', '=', '/scim/v2/misplaced')
        .orderBy('id')
        .execute();
    const own = await kept(accountId);
    assert.equal(own.length, 102);
    assert.equal(
      own.reduce((sum, { dropped }) => sum + dropped, 0),
      200,
    );
    for (const { query, detail, request_body, response_body } of own) {
      assert.deepEqual([query, request_body, response_body], [null, null, null]);
      assert.equal(detail, 'You may not do this.');
    }
    assert.equal((await kept(other)).length, 1);
  });
});
