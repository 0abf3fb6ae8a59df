import { precompile } from '#db/precompile.ts';
import type { Credentials } from './contract.ts';
import { readRights } from './rights.ts';

interface Row {
  readonly code: string;
  readonly role: 'admin' | 'designer' | 'member';
  readonly rights: string | null;
}

// Every fact that can end a token before its time, in one statement of primary-key lookups: it runs
// on every request, on every node, so that a revocation holds on the very next one.
const select = precompile<Row>((db) =>
  db
    .selectFrom('accounts as a')
    .innerJoin('credentials as c', 'c.account_id', 'a.id')
    .innerJoin('users as u', (join) =>
      join.onRef('u.account_id', '=', 'a.id').onRef('u.id', '=', 'c.acts_as_user_id'),
    )
    .innerJoin('secrets as s', (join) =>
      join.onRef('s.account_id', '=', 'a.id').onRef('s.credential_id', '=', 'c.id'),
    )
    .innerJoin('keys as k', (join) => join.onTrue())
    .innerJoin('keys as e', (join) => join.onTrue())
    .select(['a.code', 'u.role', 'c.rights'])
    .where('a.id', '=', '')
    .where('a.active', '=', 1)
    .where('c.id', '=', '')
    .where('c.version', '=', 0)
    .where('c.revoked_at', 'is', null)
    .where('u.id', '=', '')
    .where('u.active', '=', 1)
    .where('u.stamp', '=', 0)
    .where('s.id', '=', '')
    .where('s.revoked_at', 'is', null)
    .where('k.kid', '=', '')
    .where('k.revoked_at', 'is', null)
    .where('e.kid', '=', '')
    .where('e.revoked_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('revoked_tokens as r')
            .select('r.jti')
            .whereRef('r.account_id', '=', 'a.id')
            .where('r.jti', '=', ''),
        ),
      ),
    ),
);

export const readLiveState: Credentials['readLiveState'] = async (db, claims) => {
  const [row] = await select(db, [
    claims.accountId,
    1,
    claims.credentialId,
    claims.credentialVersion,
    claims.userId,
    1,
    claims.userStamp,
    claims.secretId,
    claims.signingKid,
    claims.encryptionKid,
    claims.tokenId,
  ]);
  return row && { accountCode: row.code, role: row.role, rights: readRights(row.rights) };
};
