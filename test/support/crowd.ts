import type { Scim } from './scim.ts';

/** Inserts users directly into the storage: thousands of them within a second. @returns their ids, oldest first */
export async function addCrowd(scim: Scim, count: number): Promise<readonly string[]> {
  const { db, ids } = scim.instance.services;
  const { accountId } = scim.instance.account;
  const users = Array.from({ length: count }, (_, i) => ({
    ...{ account_id: accountId, id: ids.next(), external_id: null, manager_id: null },
    ...{ user_name: `crowd${i}`, user_name_key: `crowd${i}` },
    ...{ display_name: `Name ${i}`, display_name_key: `name ${i}`, password_hash: null },
    ...({ active: 1, role: 'member', origin: 'provisioned', protected: 0 } as const),
    ...{ stamp: 0, version: 1, attributes: '{}', folded: '{}', created_at: i, updated_at: i },
  }));
  await db.transaction(async (tx) => {
    for (let from = 0; from < count; from += 500) {
      await tx
        .insertInto('users')
        .values(users.slice(from, from + 500))
        .execute();
    }
  });
  return users.map(({ id }) => id);
}
