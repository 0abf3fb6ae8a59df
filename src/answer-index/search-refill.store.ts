import type { Tx } from '#db/database.ts';
import { engineOf, selectThrough } from '#db/dialect.ts';
import { precompile } from '#db/precompile.ts';
import { type Form, fittingPage } from '#form-basics/index.ts';

/** A template whose forms are indexed again, up to the form with number `after` so far. */
export interface SearchRefill {
  readonly accountId: string;
  readonly templateId: string;
  readonly after: number;
}

/** Returns the first refill after a template that is under way, and locks it; undefined after the last one. */
export async function lockRefillAfter(
  tx: Tx,
  { accountId, templateId }: Pick<SearchRefill, 'accountId' | 'templateId'>,
): Promise<SearchRefill | undefined> {
  const query = tx
    .selectFrom('search_refills')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('account_id', '>', accountId),
        eb.and([eb('account_id', '=', accountId), eb('template_id', '>', templateId)]),
      ]),
    )
    .orderBy('account_id')
    .orderBy('template_id')
    .limit(1);
  const locked = engineOf(tx) === 'postgres' ? query.forUpdate() : query;
  const row = await locked.executeTakeFirst();
  return row && { accountId: row.account_id, templateId: row.template_id, after: row.after_number };
}

/** Notes that the forms of a template are indexed up to a number. */
export async function moveRefill(
  tx: Tx,
  { accountId, templateId }: SearchRefill,
  after: number,
): Promise<void> {
  await tx
    .updateTable('search_refills')
    .set({ after_number: after })
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .execute();
}

export async function endRefill(tx: Tx, { accountId, templateId }: SearchRefill): Promise<void> {
  await tx
    .deleteFrom('search_refills')
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .execute();
}

/** What a form is found by. */
type FoundBy = Pick<
  Form,
  | 'accountId'
  | 'id'
  | 'number'
  | 'name'
  | 'createdBy'
  | 'templateId'
  | 'templateVersionId'
  | 'answers'
>;

/**
 * Returns the next forms of a template by number, deleted ones included, and locks them.
 * @returns at most `limit` and 4,000,000 bytes of answers; `isLast` when no form follows
 */
export async function lockFormsOf(
  tx: Tx,
  { accountId, templateId, after }: SearchRefill,
  limit: number,
): Promise<{ readonly forms: readonly FoundBy[]; readonly isLast: boolean }> {
  const next = selectThrough(tx, 'forms', 'forms__number')
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .where('number', '>', after)
    .orderBy('number');
  const { size, isLast } = await fittingPage(tx, next, limit);
  const rows = await next
    .select(['id', 'number', 'name', 'created_by', 'template_version_id', 'answers'])
    .limit(size)
    .$if(engineOf(tx) === 'postgres', (query) => query.forNoKeyUpdate())
    .execute();
  const forms = rows.map((row) => ({
    accountId,
    id: row.id,
    number: row.number,
    name: row.name,
    createdBy: row.created_by,
    templateId,
    templateVersionId: row.template_version_id,
    answers: JSON.parse(row.answers),
  }));
  return { forms, isLast };
}

/** Returns the id of the published version of a template; undefined before the first publication. */
export async function readCurrentVersionId(
  tx: Tx,
  accountId: string,
  templateId: string,
): Promise<string | undefined> {
  const [row] = await currentVersion(tx, { accountId, templateId });
  return row?.current_version_id ?? undefined;
}

// Compiled once: every write of a form asks.
const currentVersion = precompile<
  { current_version_id: string | null },
  { readonly accountId: string; readonly templateId: string }
>((db, { accountId, templateId }) =>
  db
    .selectFrom('templates')
    .select('current_version_id')
    .where('account_id', '=', accountId)
    .where('id', '=', templateId),
);
