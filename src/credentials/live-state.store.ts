import type { Reader } from '#db/database.ts';
import { precompile } from '#db/precompile.ts';
import { commitMark } from '#db/sqlite-driver.ts';
import type { TokenClaims } from '#tokens/tokens.ts';
import { addressRule } from './networks.ts';
import type { LiveState } from './records.ts';
import { readRights } from './rights.ts';
import { stoppedState } from './stopped-state.ts';

interface Row {
  readonly code: string;
  readonly provisioning: 'on' | 'paused' | 'disconnected';
  readonly role: 'admin' | 'designer' | 'member';
  readonly rights: string | null;
  readonly allowed_networks: string | null;
}

// Checks every fact that can end a token before its time, in one statement of primary-key lookups. It runs for requests
// on every node, so that a revocation takes effect with the next one.
const tokens = (db: Reader, claims: TokenClaims) =>
  db
    .selectFrom('accounts as a')
    .innerJoin('credentials as c', 'c.account_id', 'a.id')
    .innerJoin('users as u', (join) =>
      join.onRef('u.account_id', '=', 'a.id').onRef('u.id', '=', 'c.acts_as_user_id'),
    )
    .innerJoin('keys as k', (join) => join.onTrue())
    .innerJoin('keys as e', (join) => join.onTrue())
    .select(['a.code', 'a.provisioning', 'u.role', 'c.rights', 'c.allowed_networks'])
    .where('a.id', '=', claims.accountId)
    .where('a.active', '=', 1)
    .where('c.id', '=', claims.credentialId)
    .where('c.version', '=', claims.credentialVersion)
    .where('c.revoked_at', 'is', null)
    .where('u.id', '=', claims.userId)
    .where('u.active', '=', 1)
    .where('u.stamp', '=', claims.userStamp)
    .where('k.kid', '=', claims.signingKid)
    .where('k.revoked_at', 'is', null)
    .where('e.kid', '=', claims.encryptionKid)
    .where('e.revoked_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('revoked_tokens as r')
            .select('r.jti')
            .whereRef('r.account_id', '=', 'a.id')
            .where('r.jti', '=', claims.tokenId),
        ),
      ),
    );

/** Selects for a token that a signed assertion got, which has no secret that could be revoked. */
const select = precompile<Row, TokenClaims>((db, claims) =>
  tokens(db, claims).where('c.kind', '!=', 'client-secret'),
);

const selectWithSecret = precompile<Row, TokenClaims & { readonly secretId: string }>(
  (db, claims) =>
    tokens(db, claims)
      .innerJoin('secrets as s', (join) =>
        join.onRef('s.account_id', '=', 'a.id').onRef('s.credential_id', '=', 'c.id'),
      )
      .where('s.id', '=', claims.secretId)
      .where('s.revoked_at', 'is', null),
);

interface Remembered {
  readonly mark: number;
  readonly state: LiveState | undefined;
}

/** The answer of the storage about the claims of an opened token, and the commit at which it was given. */
const remembered = new WeakMap<object, Remembered>();

/**
 * Returns the live state of a token; undefined when the token is no longer valid. It is read again after every commit,
 * by one query; between two commits the answer cannot change.
 */
export const readLiveState = async (
  db: Reader,
  claims: TokenClaims,
): Promise<LiveState | undefined> => {
  const mark = commitMark(db);
  const last = remembered.get(claims);
  if (last !== undefined && last.mark === mark) return last.state;
  const state = await askStorage(db, claims);
  if (mark !== undefined) remembered.set(claims, { mark, state });
  return state;
};

const askStorage = async (db: Reader, claims: TokenClaims): Promise<LiveState | undefined> => {
  const { secretId } = claims;
  const [row] =
    secretId === undefined
      ? await select(db, claims)
      : await selectWithSecret(db, { ...claims, secretId });
  return (
    row && {
      accountCode: row.code,
      ...stoppedState(row.provisioning),
      role: row.role,
      rights: readRights(row.rights),
      allowsAddress: addressRule(row.allowed_networks),
    }
  );
};
