import { hash } from 'node:crypto';
import type { Reader } from '#db/database.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { connectionContext } from './connection-item.ts';
import type { Registration } from './provider.ts';
import { certificatesOf, isHttps } from './saml-provider.ts';
import { type SsoRow, selectConnection } from './sso.store.ts';

interface AnyConnection {
  readonly id: string;
  readonly accountId: string;
  readonly accountCode: string;
  /** The name that people see. */
  readonly name: string;
  /** With SAML `NameID` or the name of an attribute. */
  readonly claim: string;
  readonly attribute: 'externalId' | 'userName';
}

export interface OidcConnection extends AnyConnection, Registration {
  readonly kind: 'oidc';
}

export interface SamlConnection extends AnyConnection {
  readonly kind: 'saml';
  /** The entity id of the identity provider. */
  readonly issuer: string;
  readonly signOn: string;
  /** As PEM. */
  readonly certificates: readonly string[];
}

export type OpenConnection = OidcConnection | SamlConnection;

const ID = /^([a-z0-9]{1,40})-[0-9a-f-]{36}$/;

/** Finds an enabled connection of an active account. The id is untrusted input. */
export async function findOpenConnection(
  { directory, seal }: Pick<SignInDeps, 'directory' | 'seal'>,
  db: Reader,
  id: string,
): Promise<OpenConnection | undefined> {
  const { account, row } = (await findRow({ directory }, db, id)) ?? {};
  if (!account || row?.enabled !== 1) return undefined;
  const { name, claim, attribute, issuer } = row;
  const any = { id, accountId: account.id, accountCode: account.code, name, claim, attribute };
  if (row.kind === 'saml') {
    const provider = samlOf(row);
    return provider && { kind: 'saml', ...any, issuer, ...provider };
  }
  const clientSecret = seal.open(connectionContext(account.id, id), row.client_secret);
  if (clientSecret === undefined) return undefined;
  return { kind: 'oidc', ...any, issuer, clientId: row.client_id, clientSecret };
}

/** Returns whether an active account has this connection by SAML, on or off: it may lack the metadata of its provider. */
export async function hasSamlConnection(
  deps: Pick<SignInDeps, 'directory'>,
  db: Reader,
  id: string,
): Promise<boolean> {
  return (await findRow(deps, db, id))?.row.kind === 'saml';
}

async function findRow({ directory }: Pick<SignInDeps, 'directory'>, db: Reader, id: string) {
  const code = ID.exec(id)?.[1];
  const account = code === undefined ? undefined : await directory.findAccountByCode(db, code);
  const row = account?.active ? await selectConnection(db, account.id, id) : undefined;
  return account && row && { account, row };
}

/** Finds an enabled connection by SAML. */
export async function findSamlConnection(
  deps: Pick<SignInDeps, 'directory' | 'seal'>,
  db: Reader,
  id: string,
): Promise<SamlConnection | undefined> {
  const connection = await findOpenConnection(deps, db, id);
  return connection?.kind === 'saml' ? connection : undefined;
}

/** Returns what signs people in; undefined as long as the metadata are missing. */
function samlOf(row: SsoRow): Pick<SamlConnection, 'signOn' | 'certificates'> | undefined {
  const certificates = certificatesOf(row).map(({ pem }) => pem);
  const { saml_sign_on: signOn } = row;
  // An archive of an organisation is a file that somebody may have changed, and a browser is sent there.
  if (signOn === null || !isHttps(signOn) || certificates.length === 0) return undefined;
  return { signOn, certificates };
}

/** Returns a text that is equal for two states of a connection if they sign in the same people in the same way. */
export const connectionState = (connection: OpenConnection): string =>
  hash('sha256', JSON.stringify({ ...connection, name: '' }), 'base64url');
