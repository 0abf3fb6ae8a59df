import { lockAccount, requireAccountLock } from '#db/account-lock.ts';
import type { Database, Tx } from '#db/database.ts';
import type { DirectoryDeps } from '#directory/rows/deps.ts';
import { lockUser } from '#directory/rows/users.store.ts';
import type { Actor } from '#kernel/actor.ts';
import { AppError } from '#kernel/errors.ts';
import { decidesRoles, followRoleMappings } from './follow-role-mappings.ts';
import {
  dropTexts,
  findByExternalId,
  findMissed,
  forgetOldMembers,
  joinGroups,
  type MissedMember,
  selectWaitingGroups,
  WAITS_MS,
} from './waiting-members.store.ts';

/** The most groups that a user joins in one transaction; the job continues with the others. */
const MOST_GROUPS = 500;
const AT_ONCE = 100;

interface NewUser {
  readonly id: string;
  readonly externalId: string | null;
}

/**
 * Makes a user a member of the groups that were sent with the user's id or externalId within the last 30 days, before
 * the user existed. An externalId that another user has too means nobody. It does all that follows from a membership:
 * versions of the groups, an audit event for each, roles.
 */
export async function joinWaitingGroups(
  deps: DirectoryDeps,
  tx: Tx,
  actor: Actor,
  { id, externalId }: NewUser,
): Promise<void> {
  const { accountId } = actor;
  const now = deps.clock.now();
  const sent = externalId === null ? [] : [externalId];
  const since = now - WAITS_MS;
  const wanted = { since, limit: MOST_GROUPS };
  const [found, possible] = await Promise.all([
    findByExternalId(tx, { accountId, hidesProtected: true }, sent),
    selectWaitingGroups(tx, accountId, [id, ...sent], wanted),
  ]);
  if (possible.length === 0) return;
  const texts = [id, ...sent.filter((text) => found.get(text) === id)];
  requireAccountLock(tx, accountId);
  const groups = await selectWaitingGroups(tx, accountId, texts, { ...wanted, locks: true });
  const groupIds = groups.map((group) => group.id);
  const joined = await joinGroups(tx, { accountId, userId: id }, { groupIds, texts }, now);
  let decides = false;
  for (const group of groups.filter((each) => joined.has(each.id))) {
    decides ||= await decidesRoles(tx, accountId, group.id, 1);
    await deps.audit.append(tx, actor, {
      action: 'group.update',
      targetType: 'Group',
      targetId: group.id,
      detail: {
        displayName: group.display_name,
        ...{ added: 1, removed: 0, addedIds: [id], waited: 1 },
      },
    });
  }
  if (decides) await followRoleMappings(deps, tx, actor, [id]);
}

/**
 * Forgets members that did not come in time, and adds those that were created while their group was written. A member
 * that can't be added keeps no other one out.
 * @throws AggregateError what failed
 */
export const processWaitingMembers =
  (deps: DirectoryDeps) =>
  async (db: Database): Promise<void> => {
    await forgetOldMembers(db.reader, deps.clock.now() - WAITS_MS);
    const failures: unknown[] = [];
    let after: MissedMember = { accountId: '', value: '', id: '' };
    for (;;) {
      const missed = await findMissed(db.reader, after, AT_ONCE);
      for (const each of missed) {
        await addMissed(deps, db, each).catch((error: unknown) => failures.push(error));
      }
      const last = missed.at(-1);
      if (last === undefined || missed.length < AT_ONCE) break;
      after = last;
    }
    if (failures.length > 0) {
      throw new AggregateError(failures, `${failures.length} waiting members could not be added.`);
    }
  };

async function addMissed(deps: DirectoryDeps, db: Database, missed: MissedMember): Promise<void> {
  const { accountId, id, value } = missed;
  const actor = { accountId, via: 'system' } as const;
  try {
    await db.transaction(async (tx) => {
      await lockAccount(tx, accountId);
      // Found without a lock, so the user may be deleted by now.
      const user = await lockUser(tx, accountId, id, 'change');
      if (!user || user.protected === 1) return;
      await joinWaitingGroups(deps, tx, actor, { id, externalId: value });
    });
  } catch (error) {
    // A membership that is refused, for instance of the last admin in a group with a lower role, will be refused in
    // every round. Other faults may pass, so those members keep waiting.
    if (!(error instanceof AppError)) throw error;
    await db.transaction((tx) => dropTexts(tx, accountId, [value]));
  }
}
