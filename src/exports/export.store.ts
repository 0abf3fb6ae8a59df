import { type Selectable, type SqlBool, sql } from 'kysely';
import { claimEnd, storageNow } from '#db/claims.ts';
import { addToCounter } from '#db/counters.ts';
import type { Reader, Tx } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';
import type { Owner } from '#kernel/fair-queue.ts';
import { formCountOf } from '#templates/index.ts';
import {
  bytesOf,
  type ExportFile,
  type ExportJob,
  type ExportOptions,
  type ExportProblem,
  type ExportScope,
  isTableAsked,
  LEASE_MS,
} from './export.ts';

/** The changes that a runner makes to its export. */
export type ExportChanges = Partial<
  Pick<
    ExportJob,
    'state' | 'progress' | 'written' | 'message' | 'problems' | 'problemCount' | 'files' | 'scope'
  >
> & {
  readonly finishedAt?: number;
  readonly expiresAt?: number;
  /** Renews the lease from this time on, in milliseconds. */
  readonly leaseFrom?: number;
};

export async function insertExport(tx: Tx, job: ExportJob): Promise<void> {
  await tx
    .insertInto('export_jobs')
    .values({
      account_id: job.accountId,
      id: job.id,
      kind: storedKind(job),
      template_id: job.templateId ?? null,
      form_id: job.formId ?? null,
      options: JSON.stringify(job.options),
      state: job.state,
      progress: job.progress,
      written: job.written,
      message: job.message ?? null,
      problems: JSON.stringify(job.problems),
      problem_count: job.problemCount,
      files: JSON.stringify(job.files),
      attempts: job.attempts,
      stalled: job.stalled,
      leased_until: 0,
      created_by: job.createdBy,
      created_at: job.createdAt,
      finished_at: job.finishedAt ?? null,
      expires_at: job.expiresAt,
    })
    .execute();
}

/**
 * Returns the kind under which an export is stored. A node of version 0.1.0 that serves beside this one ignores the
 * conditions, days, order and columns of a table, so it is handed a kind that it fails, as it fails XLSX.
 */
const storedKind = ({ kind, options }: ExportJob) =>
  kind === 'csv' && isTableAsked(options) ? 'csv-table' : kind;

/** Returns an export of this user; nobody else can see it. */
export async function findExport(
  db: Reader,
  { accountId, userId }: { readonly accountId: string; readonly userId: string },
  id: string,
): Promise<ExportJob | undefined> {
  const row = await db
    .selectFrom('export_jobs')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('created_by', '=', userId)
    .executeTakeFirst();
  return row && toExport(row);
}

/** Returns those of some exports that are there and that a user requested. */
export async function selectOwnExports(
  db: Reader,
  { accountId, userId }: { readonly accountId: string; readonly userId: string },
  ids: readonly string[],
): Promise<readonly ExportJob[]> {
  const rows = await db
    .selectFrom('export_jobs')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), ids))
    .where('created_by', '=', userId)
    .execute();
  return rows.map(toExport);
}

/** Returns the exports of a user, newest first. */
export async function selectExports(
  db: Reader,
  { accountId, userId }: { readonly accountId: string; readonly userId: string },
  before: string | undefined,
  limit: number,
): Promise<readonly ExportJob[]> {
  const all = db
    .selectFrom('export_jobs')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('created_by', '=', userId);
  const rest = before === undefined ? all : all.where('id', '<', before);
  return (await rest.orderBy('id', 'desc').limit(limit).execute()).map(toExport);
}

export async function countUnfinished(
  db: Reader,
  { accountId, userId }: { readonly accountId: string; readonly userId: string },
): Promise<number> {
  const row = await db
    .selectFrom('export_jobs')
    .select((eb) => eb.fn.countAll<string | number>().as('count'))
    .where('account_id', '=', accountId)
    .where('created_by', '=', userId)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Exports that take seconds have slots of their own, so that they never wait for one that takes long. */
export type ExportSize = 'small' | 'large';

/** The most forms of a small export; a form as PDF counts as {@link PDF_WEIGHT}. */
const MOST_OF_SMALL = 2000;
const PDF_WEIGHT = 10;

/** Whether an export is of this size, by the number of forms that its template has now. */
const isOfSize = (size: ExportSize) =>
  sql<SqlBool>`(export_jobs.form_id is not null or coalesce((
    select ${formCountOf('t')} from templates as t
    where t.account_id = export_jobs.account_id and t.id = export_jobs.template_id
  ), 0) * (case export_jobs.kind when 'pdf' then ${sql.lit(PDF_WEIGHT)} else 1 end) <= ${sql.lit(MOST_OF_SMALL)}) = ${
    size === 'small' ? sql`true` : sql`false`
  }`;

/** Returns people with an export that waits or whose runner has died. The one who waits longest comes first. */
export async function selectOwnersWaiting(
  db: Reader,
  size: ExportSize,
  now: number,
): Promise<readonly Owner[]> {
  const rows = await db
    .selectFrom('export_jobs')
    .select(['account_id', 'created_by'])
    .select((eb) => eb.fn.min('created_at').as('first'))
    .where('finished_at', 'is', null)
    .where('state', 'in', ['queued', 'running'])
    .where('leased_until', '<', storageNow(db, now))
    .where(isOfSize(size))
    .groupBy(['account_id', 'created_by'])
    .orderBy('first')
    .orderBy('account_id')
    .orderBy('created_by')
    .execute();
  return rows.map((row) => ({ account: row.account_id, person: row.created_by }));
}

/** Claims the oldest waiting export of a person for the caller. */
export async function claimExport(
  db: Reader,
  { account, person }: Owner,
  size: ExportSize,
  now: number,
): Promise<ExportJob | undefined> {
  for (;;) {
    const next = await db
      .selectFrom('export_jobs')
      .select(['account_id', 'id', 'attempts', 'stalled'])
      .where('account_id', '=', account)
      .where('created_by', '=', person)
      .where('finished_at', 'is', null)
      .where('state', 'in', ['queued', 'running'])
      .where('leased_until', '<', storageNow(db, now))
      .where(isOfSize(size))
      .orderBy('created_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!next) return undefined;
    const row = await db
      .updateTable('export_jobs')
      .set({
        state: 'running',
        attempts: next.attempts + 1,
        stalled: next.stalled + 1,
        leased_until: claimEnd(db, now, LEASE_MS),
      })
      .where('account_id', '=', next.account_id)
      .where('id', '=', next.id)
      .where('attempts', '=', next.attempts)
      .where('state', 'in', ['queued', 'running'])
      .where('leased_until', '<', storageNow(db, now))
      .returningAll()
      .executeTakeFirst();
    if (row) return toExport(row);
  }
}

/** Updates an export. @returns false when another runner has it, or it was cancelled or deleted. */
export async function updateExport(
  db: Reader,
  { accountId, id, attempts }: ExportJob,
  changes: ExportChanges,
): Promise<boolean> {
  const { state, progress, written, message, problems, problemCount, files, scope } = changes;
  const { finishedAt, expiresAt, leaseFrom } = changes;
  const row = await db
    .updateTable('export_jobs')
    .set({
      ...(state !== undefined && { state }),
      ...(progress !== undefined && { progress }),
      ...(written !== undefined && { written }),
      ...(message !== undefined && { message }),
      ...(problems && { problems: JSON.stringify(problems) }),
      ...(problemCount !== undefined && { problem_count: problemCount }),
      ...(files && { files: JSON.stringify(files) }),
      ...(scope && { scope: JSON.stringify(scope) }),
      ...(finishedAt !== undefined && { finished_at: finishedAt }),
      ...(expiresAt !== undefined && { expires_at: expiresAt }),
      ...(leaseFrom !== undefined && { leased_until: claimEnd(db, leaseFrom, LEASE_MS) }),
      ...(state === 'queued' && { leased_until: 0 }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Cancels an unfinished export. @returns false when it has finished. */
export async function cancelExport(tx: Tx, job: ExportJob, now: number): Promise<boolean> {
  const row = await tx
    .updateTable('export_jobs')
    .set({ state: 'cancelled', finished_at: now })
    .where('account_id', '=', job.accountId)
    .where('id', '=', job.id)
    .where('state', 'in', ['queued', 'running'])
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes an export. @returns the deleted export with its files, whose quota is free again. */
export async function deleteExportRow(
  tx: Tx,
  { accountId, id }: Pick<ExportJob, 'accountId' | 'id'>,
): Promise<ExportJob | undefined> {
  const row = await tx
    .deleteFrom('export_jobs')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  const job = row && toExport(row);
  if (job && job.files.length > 0) {
    await addToCounter(tx, accountId, 'fileBytes', id, -bytesOf(job.files));
  }
  return job;
}

export async function listExpired(
  db: Reader,
  now: number,
  limit: number,
): Promise<readonly Pick<ExportJob, 'accountId' | 'id'>[]> {
  const rows = await db
    .selectFrom('export_jobs')
    .select(['account_id', 'id'])
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ accountId: row.account_id, id: row.id }));
}

/** Returns the user who created an export, with their current role; undefined when they may no longer sign in. */
export async function findOwner(
  db: Reader,
  { accountId, createdBy }: Pick<ExportJob, 'accountId' | 'createdBy'>,
) {
  const row = await db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select(['users.role', 'users.active', 'accounts.code'])
    .where('users.account_id', '=', accountId)
    .where('users.id', '=', createdBy)
    .executeTakeFirst();
  if (row?.active !== 1) return undefined;
  return { accountId, userId: createdBy, role: row.role, accountCode: row.code };
}

function toExport(row: Selectable<Tables['export_jobs']>): ExportJob {
  const options: ExportOptions = JSON.parse(row.options);
  const problems: readonly ExportProblem[] = JSON.parse(row.problems);
  const files: readonly ExportFile[] = JSON.parse(row.files);
  const scope: ExportScope | undefined = row.scope === null ? undefined : JSON.parse(row.scope);
  return {
    id: row.id,
    accountId: row.account_id,
    // A table that waited before this version knew the kind is a `csv` with the same options.
    kind: row.kind === 'csv-table' ? 'csv' : row.kind,
    templateId: row.template_id ?? undefined,
    formId: row.form_id ?? undefined,
    options,
    state: row.state,
    progress: row.progress,
    written: row.written,
    message: row.message ?? undefined,
    problems,
    problemCount: row.problem_count,
    files,
    scope,
    attempts: row.attempts,
    stalled: row.stalled,
    createdBy: row.created_by,
    createdAt: Number(row.created_at),
    finishedAt: row.finished_at === null ? undefined : Number(row.finished_at),
    expiresAt: Number(row.expires_at),
  };
}
