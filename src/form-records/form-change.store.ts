import { type Selectable, sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { engineOf, selectThrough } from '#db/dialect.ts';
import { precompile, precompileLater } from '#db/precompile.ts';
import type { Tables } from '#db/tables.ts';
import { lockChangeHead, putChangeHead } from './change-head.store.ts';

// The order of changes. A writer only records that a form changed. After its commit, a reader of changes assigns the
// number, one reader at a time for each account. A new number is therefore always higher than every number read before,
// however late its transaction committed (docs/decisions/0030-change-cursor.md).

/** Records, in the transaction of the change, that a form changed. `at` is a time in milliseconds. */
export async function recordChange(
  tx: Tx,
  accountId: string,
  formId: string,
  at: number,
): Promise<void> {
  await insertChange(tx, { accountId, formId, at });
}

interface Changed {
  readonly accountId: string;
  readonly formId: string;
  readonly at: number;
}

const insertChange = precompileLater<Changed>((db, { accountId, formId, at }) =>
  db
    .insertInto('form_changes')
    .values({ account_id: accountId, form_id: formId, since: at })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'form_id'])
        .doUpdateSet((eb) => ({ seq: sql<null>`null`, since: eb.ref('excluded.since') }))
        // A change without a number keeps its position in the queue. PostgreSQL locks its row anyway.
        .where('form_changes.seq', 'is not', null),
    ),
);

type SeenBy = Pick<Selectable<Tables['forms']>, 'created_by' | 'assignee_id' | 'template_id'>;

/** Keeps who saw a form that is removed for good. */
export async function keepSeenBy(
  tx: Tx,
  accountId: string,
  formId: string,
  { created_by, assignee_id, template_id }: SeenBy,
): Promise<void> {
  await tx
    .updateTable('form_changes')
    .set({ created_by, assignee_id, template_id })
    .where('account_id', '=', accountId)
    .where('form_id', '=', formId)
    .execute();
}

/** Returns whether changes wait for a number. */
export async function hasPending(db: Reader, accountId: string): Promise<boolean> {
  return (await findPending(db, { accountId })).length > 0;
}

const findPending = precompile<unknown, { readonly accountId: string }>((db, { accountId }) =>
  selectThrough(db, 'form_changes', 'form_changes_pending')
    .select('form_id')
    .where('account_id', '=', accountId)
    .where('seq', 'is', null)
    .limit(sql.lit(1)),
);

/** How many changes get a number, and the id of a branch that may begin with them. */
export interface Numbering {
  readonly limit: number;
  readonly branchId: string;
}

/**
 * Assigns numbers to at most `limit` committed changes, those that wait longest first. It skips a form that is being
 * written: the commit of its writer is a new change.
 * @returns how many
 */
export async function numberPending(
  tx: Tx,
  accountId: string,
  { limit, branchId }: Numbering,
): Promise<number> {
  const { seq: head } = await lockChangeHead(tx, accountId, { branchId });
  const pending = selectThrough(tx, 'form_changes', 'form_changes_pending')
    .select('form_id')
    .where('account_id', '=', accountId)
    .where('seq', 'is', null)
    .orderBy('since')
    .orderBy('form_id')
    .limit(limit);
  const locked = engineOf(tx) === 'postgres' ? pending.forUpdate().skipLocked() : pending;
  const ids = (await locked.execute()).map((row) => row.form_id);
  if (ids.length === 0) return 0;
  await giveNumbers(tx, accountId, ids, head);
  await putChangeHead(tx, accountId, 'seq', head + ids.length);
  return ids.length;
}

async function giveNumbers(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
  head: number,
): Promise<void> {
  if (engineOf(tx) === 'sqlite') {
    for (const [i, formId] of ids.entries()) {
      await giveNumber(tx, { accountId, formId, seq: head + i + 1 });
    }
    return;
  }
  await sql`update form_changes c set seq = ${head} + numbered.place
    from unnest(${sql.val([...ids])}::text[]) with ordinality as numbered (id, place)
    where c.account_id = ${accountId} and c.form_id = numbered.id`.execute(tx);
}

interface Numbered {
  readonly accountId: string;
  readonly formId: string;
  readonly seq: number;
}

const giveNumber = precompile<unknown, Numbered>((db, { accountId, formId, seq }) =>
  db
    .updateTable('form_changes')
    .set({ seq })
    .where('account_id', '=', accountId)
    .where('form_id', '=', formId)
    .returning('form_id'),
);

type FormColumn =
  | 'name'
  | 'status'
  | 'status_changed_at'
  | 'updated_at'
  | 'assignee_type'
  | 'assignee_id'
  | 'latitude'
  | 'longitude'
  | 'accuracy'
  | 'template_id'
  | 'due_at'
  | 'assignment_id'
  | 'review_state'
  | 'review_step'
  | 'review_at'
  | 'review_actor'
  | 'review_revision'
  | 'review_by'
  | 'created_by'
  | 'revision'
  | 'deleted_at';

/** A change with the current form. Once it is purged, all columns are null but those that say who saw it. */
export type ChangeRow = { readonly seq: number; readonly id: string } & {
  readonly [C in FormColumn]: Selectable<Tables['forms']>[C] | null;
};

/**
 * Returns the changes after a number, in order. One statement reads number and form, so that a form that changes
 * meanwhile is returned in its old state and again later, or only later.
 */
export async function listChanges(
  db: Reader,
  accountId: string,
  after: number,
  limit: number,
): Promise<readonly ChangeRow[]> {
  return changesBehind(db, { accountId, after, limit });
}

interface Behind {
  readonly accountId: string;
  readonly after: number;
  readonly limit: number;
}

const ofForm = (column: keyof SeenBy) =>
  sql<string | null>`coalesce(${sql.ref(`forms.${column}`)}, ${sql.ref(`form_changes.${column}`)})`;

const changesBehind = precompile<ChangeRow, Behind>((db, { accountId, after, limit }) =>
  selectThrough(db, 'form_changes', 'form_changes__seq')
    .leftJoin('forms', (join) =>
      join
        .onRef('forms.account_id', '=', 'form_changes.account_id')
        .onRef('forms.id', '=', 'form_changes.form_id'),
    )
    .select([
      'form_changes.form_id as id',
      'form_changes.seq as seq',
      'forms.name',
      'forms.status',
      'forms.status_changed_at',
      'forms.updated_at',
      'forms.assignee_type',
      ofForm('assignee_id').as('assignee_id'),
      'forms.latitude',
      'forms.longitude',
      'forms.accuracy',
      'forms.due_at',
      'forms.assignment_id',
      'forms.review_state',
      'forms.review_step',
      'forms.review_at',
      'forms.review_actor',
      'forms.review_revision',
      'forms.review_by',
      ofForm('template_id').as('template_id'),
      ofForm('created_by').as('created_by'),
      'forms.revision',
      'forms.deleted_at',
    ])
    .where('form_changes.account_id', '=', accountId)
    .where('form_changes.seq', 'is not', null)
    .where('form_changes.seq', '>', after)
    .orderBy('form_changes.seq')
    .limit(limit)
    .$castTo<ChangeRow>(),
);
