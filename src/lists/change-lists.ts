import { isDeepStrictEqual } from 'node:util';
import type { Reader, Tx } from '#db/database.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import { requireRevision } from '#kernel/require-revision.ts';
import { checkGrants, checkListColumns, checkListName, requireKept } from './check-list.ts';
import { queueCleaning } from './cleanings.store.ts';
import { LIST_LIMITS, type List, type ListActor, type ListChanges, type NewList } from './list.ts';
import { lockWithRight } from './list-rights.ts';
import { countLists, deleteList, insertList, updateList } from './lists.store.ts';
import type { ListsDeps } from './lists-deps.ts';

/** A template that uses a list. */
export interface ListUse {
  readonly id: string;
  readonly name: string;
  /** False: the actor may not know the template, and is told only that there is one. */
  readonly isKnown: boolean;
}

/** Returns the templates that use a list, by name. Templates belong to another domain, which hands this in. */
export type UsesOf = (tx: Tx, by: ListActor, list: List) => Promise<readonly ListUse[]>;

/** Returns how many lists an account may have beside those that it has. */
export const roomForLists = async (db: Reader, accountId: string): Promise<number> =>
  LIST_LIMITS.lists - (await countLists(db, accountId));

/** Creates a list without rows. @throws AppError `forbidden` for a member, `invalid-list`, `too-many-lists`. */
export const createList =
  (deps: ListsDeps) =>
  async (tx: Tx, by: ListActor, input: NewList): Promise<List> => {
    if (by.role === 'member')
      throw fail('forbidden', 'Only a designer or an admin may make lists.');
    if ((await roomForLists(tx, by.accountId)) <= 0) {
      throw fail(
        'too-many-lists',
        `An account may have at most ${LIST_LIMITS.lists} lists. Delete one first.`,
        { extra: { limit: LIST_LIMITS.lists } },
      );
    }
    const now = deps.clock.now();
    const own = { type: 'User', id: by.userId, manage: true } as const;
    const others = input.grants ?? [{ type: 'Role', id: 'everyone', manage: false } as const];
    const list: List = {
      id: deps.ids.next(),
      accountId: by.accountId,
      name: checkListName(input.name),
      columns: checkListColumns(input.columns, input),
      keyColumn: input.keyColumn,
      labelColumn: input.labelColumn,
      version: 0,
      seq: 0,
      activeRows: 0,
      inactiveRows: 0,
      publicColumns: [],
      publicMark: 0,
      grants: await checkGrants(tx, by.accountId, [own, ...others]),
      revision: 1,
      createdBy: by.userId,
      createdAt: now,
      updatedAt: now,
    };
    await insertList(tx, list);
    await audit(deps, tx, by, 'list.create', list);
    return list;
  };

/**
 * Changes everything of a list but its rows.
 * @throws AppError `not-found`, `forbidden`, `precondition-failed`, `invalid-list`, `invalid-value`.
 */
export const changeList =
  (deps: ListsDeps) =>
  async (tx: Tx, by: ListActor, id: string, changes: ListChanges): Promise<List> => {
    const { name, columns, grants, ifRevision } = changes;
    const list = await lockWithRight(deps, tx, by, id, 'manage');
    requireListRevision(list, ifRevision);
    if (columns !== undefined) requireKept(list.columns, columns);
    const changed: List = {
      ...list,
      ...(name !== undefined && { name: checkListName(name) }),
      ...(columns !== undefined && { columns: checkListColumns(columns, list) }),
      ...(grants !== undefined && {
        grants: await checkGrants(tx, by.accountId, grants, list.grants),
      }),
    };
    if (isDeepStrictEqual(changed, list)) return list;
    const stored = await storeChanged(deps, tx, changed);
    const parts = (['name', 'columns', 'grants'] as const).filter(
      (part) => !isDeepStrictEqual(changed[part], list[part]),
    );
    await audit(deps, tx, by, 'list.change', stored, { changed: parts });
    return stored;
  };

/** Stores a list that was changed, with its next revision. */
export async function storeChanged(
  { clock }: Pick<ListsDeps, 'clock'>,
  tx: Tx,
  list: List,
): Promise<List> {
  const updatedAt = Math.max(clock.now(), list.updatedAt + 1);
  const stored = { ...list, revision: list.revision + 1, updatedAt };
  await updateList(tx, stored);
  return stored;
}

/** @throws AppError `precondition-failed` when the list has changed since. */
export function requireListRevision(list: List, ifRevision: number | undefined): void {
  requireRevision('list', list.revision, ifRevision, {
    text: `Somebody changed the list since you read it: it is at revision ${list.revision}, not ${ifRevision}. Read it again, then repeat your change.`,
    because: { reason: 'list-changed' },
  });
}

/**
 * Deletes a list. Answers keep what was chosen from it.
 * @throws AppError `not-found`, `forbidden`, `list-used` with the templates.
 */
export const removeList =
  (deps: ListsDeps) =>
  async (tx: Tx, by: ListActor, id: string, usesOf: UsesOf): Promise<void> => {
    const list = await lockWithRight(deps, tx, by, id, 'manage');
    const uses = await usesOf(tx, by, list);
    if (uses.length > 0) throw listUsed(uses);
    await deleteList(tx, list);
    await queueCleaning(tx, list);
    await audit(deps, tx, by, 'list.delete', list);
  };

function listUsed(uses: readonly ListUse[]): AppError {
  const templates = uses.flatMap(({ id, name, isKnown }) => (isKnown ? [{ id, name }] : []));
  const names = templates.slice(0, MOST_NAMED).map(({ name }) => JSON.stringify(name));
  const others = uses.length - names.length;
  const named = [...names, ...(others > 0 ? [`${others} that are not named here`] : [])];
  return fail(
    'list-used',
    `These templates use the list: ${named.join(', ')}. Remove it from them first.`,
    {
      extra: {
        templates: templates.slice(0, MOST_SENT),
        otherTemplates: uses.length - templates.length,
      },
    },
  );
}

const MOST_NAMED = 5;
const MOST_SENT = 100;

export async function audit(
  deps: Pick<ListsDeps, 'audit'>,
  tx: Tx,
  by: ListActor,
  action: string,
  { id, name }: List,
  detail: object = {},
): Promise<void> {
  await deps.audit.append(tx, by, {
    action,
    targetType: 'List',
    targetId: id,
    detail: { name, ...detail },
  });
}
