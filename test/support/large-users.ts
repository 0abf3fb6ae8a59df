import assert from 'node:assert/strict';
import type { Instance } from './instance.ts';
import { CORE_USER, fresh } from './scim.ts';

const COUNT = 150;
const values = (width: number) =>
  Array.from({ length: 1000 }, (_, at) => ({ value: `${at}`.padEnd(width, 'x') }));

/** Adds users of about 240 kB each: one over SCIM, and copies of its row, which would take half a minute that way. */
export async function addLargeUsers(node: Instance, token: string | null): Promise<void> {
  const many = { entitlements: values(180), roles: values(10), phoneNumbers: values(10) };
  const body = { schemas: [CORE_USER], userName: fresh('large'), ...many };
  const made = await node.request('POST', '/scim/v2/Users', { token, body });
  assert.equal(made.status, 201, made.text.slice(0, 500));
  const { db, ids } = node.services;
  await db.transaction(async (tx) => {
    const one = await tx
      .selectFrom('users')
      .selectAll()
      .where('id', '=', String(made.at('id')))
      .executeTakeFirstOrThrow();
    for (let at = 1; at < COUNT; at += 1) {
      const name = fresh('large');
      const another = { ...one, id: ids.next(), user_name: name, user_name_key: name };
      await tx.insertInto('users').values(another).execute();
    }
  });
}
