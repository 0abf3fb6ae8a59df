import type { Reader } from '#db/database.ts';
import { type FormEvent, type GroupsOfUser, readNames, type Viewer } from '#form-basics/index.ts';
import { isObject, member } from '#kernel/json.ts';
import type { StoredForm } from './form.store.ts';
import { listMoves } from './form-event.store.ts';

/** How somebody lost a form that was theirs. */
export interface Lost {
  readonly reason: 'form-deleted' | 'form-assigned' | 'form-claimed';
  readonly at: number;
  /** The name of the user who did it, if it is known. */
  readonly who: string | undefined;
}

const REASONS: ReadonlyMap<FormEvent['action'], Lost['reason']> = new Map([
  ['delete', 'form-deleted'],
  ['assign', 'form-assigned'],
  ['claim', 'form-claimed'],
]);

/**
 * Returns how the viewer lost a form: one that they created or that was assigned to them or to a group of theirs, as
 * its history says. Undefined for everybody else, who learn nothing of it.
 */
export async function howLost(
  db: Reader,
  directory: GroupsOfUser,
  { accountId, userId }: Viewer,
  form: StoredForm,
): Promise<Lost | undefined> {
  const own = new Set([userId, ...(await directory.groupIdsOf(db, accountId, userId))]);
  const isOwn = form.createdBy === userId || own.has(form.assignment.id);
  // Their own form can only have been deleted.
  const isDeletion = isOwn && form.deletedAt !== undefined;
  const wasTaken = (event: FormEvent) => !isOwn && own.has(formerAssignee(event) ?? '');
  const moves = await listMoves(db, accountId, form.id);
  const move = moves.find((each) =>
    each.action === 'delete' ? isDeletion : !isDeletion && wasTaken(each),
  );
  if (move === undefined) return undefined;
  const { action, at, actorUserId = '' } = move;
  const reason = REASONS.get(action) ?? 'form-assigned';
  return { reason, at, who: (await readNames(db, accountId, [actorUserId])).get(actorUserId) };
}

/** Returns the user or group that a form was taken from. */
function formerAssignee({ detail }: Pick<FormEvent, 'detail'>): string | undefined {
  const from = detail && (member(detail, 'from') ?? member(detail, 'fromGroup'));
  const id = isObject(from) ? member(from, 'id') : from;
  return typeof id === 'string' ? id : undefined;
}
