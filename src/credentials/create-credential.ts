import type { Tx } from '#db/database.ts';
import { fail } from '#kernel/errors.ts';
import { isStorable } from '#kernel/text.ts';
import { makeSecret } from './client-secret.ts';
import type { Credentials, CredentialsDeps, NewSecret } from './contract.ts';
import {
  insertCredential,
  insertSecret,
  lockActingUser,
  readAccountCode,
} from './credentials.store.ts';
import { storeRights } from './rights.ts';

const LONGEST_NAME = 200;

export const createCredential =
  (deps: CredentialsDeps): Credentials['create'] =>
  async (tx, actor, { name, actsAsUserId, rights }) => {
    const { accountId } = actor;
    const { clock, ids, audit } = deps;
    requireName(name);
    const stored = storeRights(rights);
    await requireActiveUser(tx, accountId, actsAsUserId);
    const id = `${await readAccountCode(tx, accountId)}-${ids.next()}`;
    await insertCredential(tx, {
      account_id: accountId,
      id,
      name,
      acts_as_user_id: actsAsUserId,
      rights: stored,
      version: 1,
      revoked_at: null,
      created_by: actor.userId ?? null,
      created_at: clock.now(),
      last_used_at: null,
    });
    const secret = await addSecret(deps, tx, accountId, id);
    await audit.append(tx, actor, {
      action: 'credential.create',
      targetType: 'Credential',
      targetId: id,
      detail: { name, actsAs: actsAsUserId, ...(rights && { rights }), secret: secret.secretId },
    });
    return secret;
  };

export async function addSecret(
  { clock, ids, random }: CredentialsDeps,
  tx: Tx,
  accountId: string,
  credentialId: string,
): Promise<NewSecret> {
  const { clientSecret, hash, hint } = makeSecret(random);
  const secretId = ids.next();
  await insertSecret(tx, {
    account_id: accountId,
    id: secretId,
    credential_id: credentialId,
    hash,
    hint,
    created_at: clock.now(),
    expires_at: null,
    revoked_at: null,
    last_used_at: null,
  });
  return { credentialId, secretId, clientSecret };
}

function requireName(name: string): void {
  const length = name.trim().length;
  if (length > 0 && name.length <= LONGEST_NAME && isStorable(name)) return;
  throw fail('invalid-value', `A credential needs a name of 1 to ${LONGEST_NAME} characters.`, {
    at: 'name',
  });
}

async function requireActiveUser(tx: Tx, accountId: string, id: string): Promise<void> {
  const at = 'actsAsUserId';
  const user = isStorable(id) ? await lockActingUser(tx, accountId, id) : undefined;
  if (!user) throw fail('invalid-value', 'There is no user with this id to act as.', { at });
  if (user.active === 1) return;
  throw fail(
    'credential-inactive',
    'The user is not active, so nobody can act as it. Activate the user or choose another one.',
    { at },
  );
}
