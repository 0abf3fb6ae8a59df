import type { AdministrationDeps } from '#administration/administration-deps.ts';
import {
  eraseFormerUser,
  forgetNames,
  otherNamesOf,
  readFormerUser,
  readOtherNames,
  requireOtherAdminWithWayIn,
  requireOtherBreakGlass,
  selectFreeNames,
  type User,
} from '#directory/index.ts';
import type { Actor } from '#kernel/actor.ts';
import { fail } from '#kernel/errors.ts';
import { member } from '#kernel/json.ts';
import { deleteFailures, keyOfCodes, keyOfUser } from '#sign-in/index.ts';
import { readConsequences } from './consequences.store.ts';
import { countBelongings } from './erase-user.store.ts';
import { forgetInLog } from './forget-in-log.ts';
import { noUser } from './require-user.ts';
import type { UserErasure } from './user.shapes.ts';

/** Shortest name, in characters, that is searched for; shorter texts occur everywhere. */
const SHORTEST_NAME = 3;

const WHY = {
  forms:
    'What was filled in belongs to the organisation. The forms name the person by an id that leads nowhere now; answers that chose the person show no name any more; texts that name people have to be changed by hand.',
  auditEvents:
    'The audit record is a sealed chain that proves what was done. Its lines about the person stay, with the user name where they say it.',
  backups: 'Copies made before still hold the person. Let them run out as your rules say.',
} as const;

export type ErasePersonDeps = Pick<
  AdministrationDeps,
  'db' | 'directory' | 'audit' | 'clock' | 'seal' | 'forgetInForms'
>;

/**
 * Deletes a user, unless they were deleted before, and removes all other data that names them, except forms and the
 * audit log. It uses several transactions; to finish an interrupted erasure, erase again.
 * @throws AppError `not-found`, `last-admin`, `last-break-glass`, and the errors of `removeUser`
 */
export async function erasePerson(
  deps: ErasePersonDeps,
  actor: Actor,
  id: string,
): Promise<UserErasure> {
  const { db, directory, audit, clock, forgetInForms } = deps;
  const { accountId } = actor;
  const user = await directory.readUser(db.reader, accountId, id, 'all');
  const person = user ? toPerson(user) : await findFormer(deps, accountId, id);
  if (!person) throw noUser();
  const never = { now: clock.now(), begunSince: 0, idleSince: 0, recently: 0 };
  const before = await readConsequences(db.reader, accountId, id, never);
  if (user?.role === 'admin' && user.active && before?.others === 0) {
    throw fail('last-admin', 'This is the last active admin. Make another user an admin first.');
  }
  if (user) await requireOtherBreakGlass(db.reader, accountId, id);
  if (user?.role === 'admin' && user.active) {
    await requireOtherAdminWithWayIn(db.reader, accountId, id);
  }
  const { userName, displayName, knownAs } = person;
  const formNames = await forgetInForms(actor, {
    userId: id,
    names: [displayName, userName].filter(isLong),
  });
  const called = { userId: id, names: [id, userName, ...knownAs] };
  const own = await selectFreeNames(db.reader, accountId, called);
  const provisioningLogEntries = await forgetInLog(db, {
    accountId,
    userId: id,
    names: own.filter(isLong),
  });
  const counts = await db.transaction(async (tx) => {
    const belongings = await countBelongings(tx, accountId, id);
    if (user) await directory.removeUser(tx, actor, id, { visibility: 'all' });
    await eraseFormerUser(tx, accountId, id);
    const free = await selectFreeNames(tx, accountId, called);
    const forgotten = await forgetNames(tx, accountId, free, clock.now());
    await deleteFailures(tx, keyOfUser({ accountId, userId: id }));
    await deleteFailures(tx, keyOfCodes({ accountId, userId: id }));
    const removed = { ...belongings, ...forgotten, formNames, provisioningLogEntries };
    await audit.append(tx, actor, {
      action: 'user.erase',
      targetType: 'User',
      targetId: id,
      detail: removed,
    });
    return removed;
  });
  return {
    removed: { users: user ? 1 : 0, ...counts },
    kept: {
      forms: { count: before?.forms ?? 0, why: WHY.forms },
      auditEvents: { why: WHY.auditEvents },
      backups: { why: WHY.backups },
    },
  };
}

interface Person {
  readonly userName: string;
  readonly displayName: string;
  readonly knownAs: readonly string[];
}

function toPerson({ userName, attributes }: Pick<User, 'userName' | 'attributes'>): Person {
  const displayName = member(attributes, 'displayName');
  return {
    userName,
    displayName: typeof displayName === 'string' ? displayName : '',
    knownAs: otherNamesOf(attributes),
  };
}

/** Returns a deleted user whose names are still stored. */
async function findFormer(
  { db, seal }: Pick<AdministrationDeps, 'db' | 'seal'>,
  accountId: string,
  id: string,
): Promise<Person | undefined> {
  const former = await readFormerUser(db.reader, accountId, id);
  if (!former) return undefined;
  const knownAs = await readOtherNames(db.reader, seal, accountId, id);
  return { ...former, displayName: former.displayName ?? '', knownAs };
}

const isLong = (name: string): boolean => name.trim().length >= SHORTEST_NAME;
