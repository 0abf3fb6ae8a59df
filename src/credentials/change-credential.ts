import type { Tx } from '#db/database.ts';
import type { Actor } from '#kernel/actor.ts';
import { fail } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import { selectClientKeys, updateClientKeys } from './client-keys.store.ts';
import {
  fromKeysRow,
  type KeySource,
  keepsAllKeys,
  replaceSource,
  toSourceColumns,
} from './client-keys.ts';
import { updateCredential } from './credentials.store.ts';
import { findToChange } from './find-to-change.ts';
import { storeNetworks } from './networks.ts';
import type { CredentialChange, CredentialsDeps } from './records.ts';
import { storeRights } from './rights.ts';

/**
 * Changes a credential, from the next request on. Keys that no longer include all previous ones end every token that
 * the credential got.
 * @throws AppError `not-found`, `credential-inactive`, `credential-kind`, `invalid-value`.
 */
export const changeCredential =
  ({ audit }: CredentialsDeps) =>
  async (tx: Tx, actor: Actor, id: string, change: CredentialChange): Promise<void> => {
    const { rights, allowedNetworks, keys, tokenEndpointAudience } = change;
    const { accountId } = actor;
    const credential = await findToChange(tx, accountId, id);
    if (credential.revoked_at !== null) {
      throw fail(
        'credential-inactive',
        'The credential was revoked, which cannot be undone. Create a new one.',
      );
    }
    if (rights !== undefined && credential.kind === 'provisioning-token') {
      throw fail(
        'credential-kind',
        'A provisioning token always has the right scim and no other right.',
      );
    }
    const endsTokens = keys !== undefined && (await replaceKeys(tx, accountId, id, keys));
    if (tokenEndpointAudience !== undefined) {
      await setAudience(tx, accountId, id, tokenEndpointAudience);
    }
    await updateCredential(tx, accountId, id, {
      ...(rights !== undefined && { rights: storeRights(rights ?? undefined) }),
      ...(allowedNetworks !== undefined && {
        allowed_networks: storeNetworks(allowedNetworks ?? undefined),
      }),
      version: credential.version + (endsTokens ? 1 : 0),
    });
    const detail = detailOf(change, endsTokens);
    const about = { targetType: 'Credential', targetId: id };
    await audit.append(tx, actor, { action: 'credential.change', ...about, detail });
  };

const detailOf = (
  { rights, allowedNetworks, keys, tokenEndpointAudience }: CredentialChange,
  endsTokens: boolean,
): JsonObject => ({
  ...(rights !== undefined && { rights }),
  ...(allowedNetworks !== undefined && { allowedNetworks }),
  ...(keys !== undefined && { keys: 'replaced', endsTokens }),
  ...(tokenEndpointAudience !== undefined && { tokenEndpointAudience }),
});

/** @returns whether tokens that the previous keys got must end. */
async function replaceKeys(
  tx: Tx,
  accountId: string,
  id: string,
  source: KeySource,
): Promise<boolean> {
  const [row] = await selectClientKeys(tx, accountId, [id]);
  const before = row && fromKeysRow(row);
  if (!before) throw fail('credential-kind', 'This credential does not authenticate with keys.');
  const after = replaceSource(before, source);
  await updateClientKeys(tx, accountId, id, toSourceColumns(after.source));
  return !keepsAllKeys(before.source, after.source);
}

async function setAudience(tx: Tx, accountId: string, id: string, isTaken: boolean): Promise<void> {
  const [row] = await selectClientKeys(tx, accountId, [id]);
  if (!row || fromKeysRow(row)?.kind !== 'private-key-jwt') {
    throw fail(
      'credential-kind',
      'Only a credential that signs its own assertions has an audience.',
    );
  }
  await updateClientKeys(tx, accountId, id, { token_endpoint_audience: isTaken ? 1 : 0 });
}
