import type { Tx } from '#db/database.ts';
import type { Actor, AppendAudit } from '#kernel/actor.ts';
import { fail } from '#kernel/errors.ts';
import type { KeyUse } from '#tokens/tokens.ts';
import {
  deleteKeys,
  insertKey,
  type KeyRow,
  markRevoked,
  retireOthers,
  selectAllAccountIds,
  selectKeys,
  setActiveAt,
  setRetiredAt,
} from './key.store.ts';
import { ANNOUNCE_MS, endedBefore, findIn, KEY_USES, reasonForChange } from './key-schedule.ts';

/** A change of the keys, in a transaction that holds their lock. */
export interface KeyChange {
  readonly tx: Tx;
  readonly now: number;
  readonly audit: { readonly append: AppendAudit<Tx> };
  readonly via: Actor['via'];
  /** A new key of each use, made before the transaction. */
  readonly candidates: readonly KeyRow[];
}

/** Activates a new key for each use now; if a successor is announced, that one. */
export async function rotateNow(
  change: KeyChange,
  uses: readonly KeyUse[],
): Promise<readonly KeyRow[]> {
  const { tx, now } = change;
  const stored = await selectKeys(tx);
  const made: KeyRow[] = [];
  for (const use of uses) {
    const announced = findIn(stored, use, 'announced', now);
    const next = announced
      ? await activate(change, announced)
      : await create(change, use, 'asked', now);
    await retireOthers(tx, next, now);
    made.push(next);
  }
  return made;
}

/** Announces successors of keys that are too old or have been used too often. */
export async function announceDue(change: KeyChange): Promise<void> {
  const { tx, now } = change;
  const stored = await selectKeys(tx);
  for (const use of KEY_USES) {
    const reason = reasonForChange(stored, use, now);
    if (reason === undefined) continue;
    const activeAt = now + ANNOUNCE_MS;
    await retireOthers(tx, await create(change, use, reason, activeAt), activeAt);
  }
}

/**
 * Revokes a key and, if it was active, activates a successor.
 * @throws AppError `not-found`
 */
export async function revoke(change: KeyChange, kid: string): Promise<void> {
  const { tx, now } = change;
  const known = (await selectKeys(tx)).some((row) => row.kid === kid);
  if (!known) throw fail('not-found', 'There is no key with this kid.', { at: 'kid' });
  const use = await markRevoked(tx, kid, now);
  if (use === undefined) return;
  await record(change, 'key.revoke', { kid, use });
  await fillUp(change, 'revoked');
}

/** Ensures that every use has an active key. An active key whose successor was revoked is no longer due to retire. */
export async function fillUp(change: KeyChange, reason: 'missing' | 'revoked'): Promise<void> {
  const { tx, now } = change;
  const stored = await selectKeys(tx);
  for (const use of KEY_USES) {
    const active = findIn(stored, use, 'active', now);
    const announced = findIn(stored, use, 'announced', now);
    if (!active && announced) await activate(change, announced);
    if (!active && !announced) await create(change, use, reason, now);
    if (active && !announced && active.retired_at !== null)
      await setRetiredAt(tx, active.kid, null);
  }
}

/**
 * Deletes keys that were retired or revoked before `before`.
 * @returns their kids, sorted
 */
export async function purgeKeys(change: KeyChange, before: number): Promise<readonly string[]> {
  const { tx } = change;
  const ended = (await selectKeys(tx)).filter((row) => endedBefore(row, before));
  const kids = ended.map(({ kid }) => kid).sort();
  await deleteKeys(tx, kids);
  for (const row of ended) await record(change, 'key.delete', row);
  return kids;
}

async function create(
  change: KeyChange,
  use: KeyUse,
  reason: string,
  activeAt: number,
): Promise<KeyRow> {
  const candidate = change.candidates.find((row) => row.use === use);
  if (!candidate) throw new Error(`no new ${use} key was made`);
  const row = { ...candidate, active_at: activeAt };
  await insertKey(change.tx, row);
  await record(change, 'key.create', row, { reason, activeAt: new Date(activeAt).toISOString() });
  return row;
}

async function activate(change: KeyChange, announced: KeyRow): Promise<KeyRow> {
  await setActiveAt(change.tx, announced.kid, change.now);
  await record(change, 'key.activate', announced);
  return { ...announced, active_at: change.now };
}

// Keys belong to no account, and a change of them concerns every account, so it goes into each audit log.
async function record(
  { tx, audit, via }: KeyChange,
  action: string,
  { kid, use }: Pick<KeyRow, 'kid' | 'use'>,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const event = { action, targetType: 'Key', targetId: kid, detail: { use, ...more } };
  for (const accountId of await selectAllAccountIds(tx)) {
    await audit.append(tx, { accountId, via }, event);
  }
}
