import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { engineOf, isRefusedCall, selectThrough } from '#db/dialect.ts';
import { precompile } from '#db/precompile.ts';
import type { Tables } from '#db/tables.ts';

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

const insertChange = precompile<unknown, Changed>((db, { accountId, formId, at }) =>
  db
    .insertInto('form_changes')
    .values({ account_id: accountId, form_id: formId, since: at })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'form_id'])
        .doUpdateSet((eb) => ({ seq: sql<null>`null`, since: eb.ref('excluded.since') }))
        // A change without a number keeps its position in the queue. PostgreSQL locks its row anyway.
        .where('form_changes.seq', 'is not', null),
    )
    .returning('form_id'),
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

/**
 * Assigns numbers to at most `limit` committed changes, those that wait longest first. It skips a form that is being
 * written: the commit of its writer is a new change.
 * @returns how many
 */
export async function numberPending(tx: Tx, accountId: string, limit: number): Promise<number> {
  const head = await lockChangeHead(tx, accountId, 'seq');
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

/** Stores the highest number, which the caller has locked. */
export async function putChangeHead(
  tx: Tx,
  accountId: string,
  column: HeadColumn,
  seq: number,
): Promise<void> {
  await tx
    .updateTable('form_change_heads')
    .set({ [column]: seq })
    .where('account_id', '=', accountId)
    .execute();
}

/** Returns the highest number, locked: the readers of an account give numbers one after the other. */
export async function lockChangeHead(
  tx: Tx,
  accountId: string,
  column: HeadColumn,
): Promise<number> {
  await tx
    .insertInto('form_change_heads')
    .values({ account_id: accountId, seq: 0 })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
  const query = tx
    .selectFrom('form_change_heads')
    .select(['seq', 'work_seq'])
    .where('account_id', '=', accountId);
  const locked = engineOf(tx) === 'postgres' ? query.forUpdate() : query;
  return (await locked.executeTakeFirstOrThrow())[column];
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

/** The last assigned number, and the state of the storage that it belongs to. */
export interface ChangeHead {
  /** The highest assigned number; 0 before the first one. */
  readonly seq: number;
  /** It changes when a backup is restored, or the storage moves or goes back to an earlier state. */
  readonly epoch: string;
}

/** Which changes a head counts: those of forms, or those of assignments. */
export type HeadColumn = 'seq' | 'work_seq';

/** Reads outside of any transaction: what a server refuses would end one. */
export async function readHead(
  db: Reader,
  accountId: string,
  column: HeadColumn = 'seq',
): Promise<ChangeHead> {
  const [row] = await findHead(db, { accountId }).catch(async (error: unknown) => {
    if (!isRefusedCall(error)) throw error;
    return await findHeadWithoutTimeline(db, { accountId });
  });
  return { seq: row?.[column] ?? 0, epoch: row?.epoch ?? '' };
}

type Head = Readonly<Record<HeadColumn, number>> & Pick<ChangeHead, 'epoch'>;

const headBy = (epochOf: (db: Reader) => RawBuilder<string>) =>
  precompile<Head, { readonly accountId: string }>((db, { accountId }) =>
    db
      .selectFrom('accounts as a')
      .leftJoin('form_change_heads as h', 'h.account_id', 'a.id')
      .select((eb) => [
        eb.fn.coalesce('h.seq', sql<number>`0`).as('seq'),
        eb.fn.coalesce('h.work_seq', sql<number>`0`).as('work_seq'),
        epochOf(db).as('epoch'),
      ])
      .where('a.id', '=', accountId),
  );

// What puts back an older state of PostgreSQL leaves no trace in the rows. pg_restore makes the table anew, in this
// database or in another one: one of the two oids changes. Who recovers to a moment, or goes on with a standby, begins
// a new timeline, which the name of the WAL file tells at once and pg_control only after the next checkpoint.
const STORED = sql<string>`coalesce(h.epoch, '')`;
const PLACE = sql<string>`${STORED} || ':' ||
  (select oid::text from pg_database where datname = current_database()) || ':' ||
  'form_change_heads'::regclass::oid::text`;
const TIMELINE = sql<string>`case when pg_is_in_recovery()
  then (select lpad(upper(to_hex(timeline_id)), 8, '0') from pg_control_checkpoint())
  else left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)
end`;

const findHead = headBy((db) =>
  engineOf(db) === 'postgres' ? sql<string>`${PLACE} || ':' || ${TIMELINE}` : STORED,
);
/** For PostgreSQL that tells its timeline to nobody, such as Aurora, or not to this role. */
const findHeadWithoutTimeline = headBy(() => PLACE);

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
