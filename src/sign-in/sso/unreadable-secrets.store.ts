import type { Reader } from '#db/database.ts';
import type { Seal } from '#kernel/seal.ts';
import { connectionContext } from './connection-item.ts';

/** Returns connections that nobody can use, because another master key sealed their client secret. */
export async function listUnreadableConnections(
  db: Reader,
  seal: Seal,
): Promise<readonly { readonly accountCode: string; readonly name: string }[]> {
  const rows = await db
    .selectFrom('sso_connections as c')
    .innerJoin('accounts as a', 'a.id', 'c.account_id')
    // With SAML there is no secret.
    .where('c.kind', '=', 'oidc')
    .select(['a.code', 'c.account_id', 'c.id', 'c.name', 'c.client_secret'])
    .orderBy('c.id')
    .execute();
  return rows
    .filter(
      (row) =>
        seal.open(connectionContext(row.account_id, row.id), row.client_secret) === undefined,
    )
    .map((row) => ({ accountCode: row.code, name: row.name }));
}
