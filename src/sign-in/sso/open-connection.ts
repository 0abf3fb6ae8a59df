import type { Reader } from '#db/database.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { connectionContext } from './connection-item.ts';
import type { Registration } from './provider.ts';
import { selectConnection } from './sso.store.ts';

export interface OpenConnection extends Registration {
  readonly id: string;
  readonly accountId: string;
  readonly accountCode: string;
  /** The name that people see. */
  readonly name: string;
  readonly claim: string;
  readonly attribute: 'externalId' | 'userName';
}

const ID = /^([a-z0-9]{1,40})-[0-9a-f-]{36}$/;

/** Finds an enabled connection of an active account. The id is untrusted input. */
export async function findOpenConnection(
  { directory, seal }: Pick<SignInDeps, 'directory' | 'seal'>,
  db: Reader,
  id: string,
): Promise<OpenConnection | undefined> {
  const code = ID.exec(id)?.[1];
  const account = code === undefined ? undefined : await directory.findAccountByCode(db, code);
  const row = account?.active ? await selectConnection(db, account.id, id) : undefined;
  if (!account || row?.enabled !== 1) return undefined;
  const clientSecret = seal.open(connectionContext(account.id, id), row.client_secret);
  if (clientSecret === undefined) return undefined;
  return {
    id,
    accountId: account.id,
    accountCode: account.code,
    name: row.name,
    issuer: row.issuer,
    clientId: row.client_id,
    clientSecret,
    claim: row.claim,
    attribute: row.attribute,
  };
}
