// Who is here when the column comes has the same in it as who comes later.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adminBrowser } from '../../../test/support/browser.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { startInstance } from '../../../test/support/instance.ts';
import { ssoPeople } from './20261123-sso-people.ts';

forEachEngine((engine) => {
  test('people who were here before belong to the credential that brought them', async (t) => {
    const node = await startInstance(engine);
    t.after(() => node.close());
    const { db, credentials } = node.services;
    const { accountId, userId, clientId } = node.account;
    const other = await db.transaction((tx) =>
      credentials.create(tx, { accountId, via: 'command-line' } as const, {
        name: 'Second provider',
        actsAsUserId: userId,
      }),
    );
    const second = await node.token(other.credentialId, other.clientSecret);
    const add = async (userName: string, token?: string) => {
      const made = await node.request('POST', '/scim/v2/Users', {
        body: { userName },
        ...(token !== undefined && { token }),
      });
      assert.equal(made.status, 201, made.text);
    };
    await add('ann');
    await add('bob', second);
    const browser = await adminBrowser(node);
    const body = { userName: 'cy', displayName: 'Cy', password: 'four green kettles in march' };
    assert.equal((await browser.send('POST', '/app/v1/users', { body })).status, 201);
    const read = () =>
      db.reader
        .selectFrom('users')
        .select(['user_name', 'provisioned_by'])
        .orderBy('user_name')
        .execute();
    const before = await read();
    assert.deepEqual(
      before.map((row) => row.provisioned_by),
      [null, clientId, other.credentialId, null],
    );
    await db.transaction(async (tx) => {
      await tx.schema.alterTable('users').dropColumn('provisioned_by').execute();
      await tx.schema.alterTable('sso_connections').dropColumn('credential_ids').execute();
      await ssoPeople.up(tx);
    });
    assert.deepEqual(await read(), before);
  });
});
