import { type ListedRow, readDetail } from '#audit/index.ts';
import type { Reader } from '#db/database.ts';
import type { AuditEntry } from './audit.shapes.ts';
import { selectNames } from './audit-names.store.ts';

/** Returns audit events with the current names of users, groups and credentials in them. */
export async function toAuditEntries(
  db: Reader,
  accountId: string,
  rows: readonly ListedRow[],
): Promise<AuditEntry[]> {
  const ids = rows.flatMap((row) => [row.actor_user_id, row.credential_id, row.target_id]);
  const names = await selectNames(
    db,
    accountId,
    ids.filter((id) => id !== null),
  );
  return rows.map((row) => toEntry(row, names));
}

function toEntry(row: ListedRow, names: ReadonlyMap<string, string>): AuditEntry {
  const { actor_user_id: userId, credential_id: credentialId, target_type: type } = row;
  const { via, ...detail } = readDetail(row);
  return {
    id: row.id,
    at: new Date(row.at).toISOString(),
    action: row.action,
    result: row.result === 'refused' ? 'refused' : 'ok',
    ...(typeof via === 'string' && { via }),
    ...(userId !== null && { user: { id: userId, ...nameOf(names, userId) } }),
    ...(credentialId !== null && {
      credential: { id: credentialId, ...nameOf(names, credentialId) },
    }),
    ...(row.ip !== null && { ip: row.ip }),
    ...(type !== null && {
      target: {
        type,
        ...(row.target_id !== null && { id: row.target_id, ...nameOf(names, row.target_id) }),
      },
    }),
    detail,
    ...(row.chain_seq !== null &&
      row.chain_hash !== null && { chain: { seq: row.chain_seq, hash: row.chain_hash } }),
  };
}

function nameOf(names: ReadonlyMap<string, string>, id: string): { name?: string } {
  const name = names.get(id);
  return name === undefined ? {} : { name };
}
