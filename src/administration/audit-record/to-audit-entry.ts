import { type ListedRow, readDetail } from '#audit/index.ts';
import type { Reader } from '#db/database.ts';
import type { GroupsOfUser, Viewer } from '#form-basics/index.ts';
import type { JsonValue } from '#kernel/json.ts';
import type { AuditEntry } from './audit.shapes.ts';
import { selectNames } from './audit-names.store.ts';
import { type NamedTarget, selectTargetNames } from './audit-target-names.store.ts';

/** Returns audit events with the current names of users, credentials and targets in them. */
export async function toAuditEntries(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  rows: readonly ListedRow[],
): Promise<AuditEntry[]> {
  const { accountId } = viewer;
  const ids = rows.flatMap((row) => [row.actor_user_id, row.credential_id, row.target_id]);
  const names = await selectNames(
    db,
    accountId,
    ids.filter((id) => id !== null),
  );
  const targets = await selectTargetNames(
    db,
    directory,
    viewer,
    rows.flatMap(({ target_type: type, target_id: id }) =>
      type === null || id === null ? [] : [{ type, id }],
    ),
  );
  return rows.map((row) => toEntry(row, names, targets));
}

function toEntry(
  row: ListedRow,
  names: ReadonlyMap<string, string>,
  targets: ReadonlyMap<string, NamedTarget>,
): AuditEntry {
  const { actor_user_id: userId, credential_id: credentialId } = row;
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
    ...targetOf(row, detail, names, targets),
    detail,
    ...(row.chain_seq !== null &&
      row.chain_hash !== null && { chain: { seq: row.chain_seq, hash: row.chain_hash } }),
  };
}

/** Returns the target. A deleted one has the name that the event recorded, if it did. */
function targetOf(
  { target_type: type, target_id: id }: ListedRow,
  detail: Readonly<Record<string, JsonValue>>,
  names: ReadonlyMap<string, string>,
  targets: ReadonlyMap<string, NamedTarget>,
): Pick<AuditEntry, 'target'> {
  if (type === null) return {};
  if (id === null) return { target: { type } };
  const found = targets.get(id);
  // The name of an erased person must not come back from the record.
  const recorded = type === 'User' ? undefined : (detail['name'] ?? detail['targetUrl']);
  const name = found?.name ?? names.get(id) ?? (typeof recorded === 'string' ? recorded : '');
  return {
    target: { type, id, ...(name !== '' && { name }), ...(found?.isOpen && { isOpen: true }) },
  };
}

function nameOf(names: ReadonlyMap<string, string>, id: string): { name?: string } {
  const name = names.get(id);
  return name === undefined ? {} : { name };
}
