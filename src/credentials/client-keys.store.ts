import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';

export type ClientKeysRow = Selectable<Tables['client_keys']>;

export async function insertClientKeys(
  tx: Tx,
  row: Insertable<Tables['client_keys']>,
): Promise<void> {
  await tx.insertInto('client_keys').values(row).execute();
}

export async function updateClientKeys(
  tx: Tx,
  accountId: string,
  credentialId: string,
  change: Partial<Pick<ClientKeysRow, 'jwks' | 'jwks_url' | 'token_endpoint_audience'>>,
): Promise<void> {
  await tx
    .updateTable('client_keys')
    .set(change)
    .where('account_id', '=', accountId)
    .where('credential_id', '=', credentialId)
    .execute();
}

export async function selectClientKeys(
  db: Reader,
  accountId: string,
  credentialIds: readonly string[],
): Promise<readonly ClientKeysRow[]> {
  return db
    .selectFrom('client_keys')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('credential_id'), credentialIds))
    .orderBy('credential_id')
    .execute();
}
