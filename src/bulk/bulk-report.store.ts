import type { Reader, Tx } from '#db/database.ts';
import type { BulkAct, Outcome } from './bulk-act.ts';

export interface ReportRow {
  readonly position: number;
  /** Of the form, or of the assignment. */
  readonly itemId: string;
  readonly outcome: Outcome | undefined;
  readonly reason: string | undefined;
  readonly message: string | undefined;
  /** Undefined for a form that was purged, and for an assignment. */
  readonly form:
    | {
        readonly name: string;
        readonly columns: {
          readonly created_by: string;
          readonly assignee_id: string;
          readonly template_id: string;
          readonly review_by: string | null;
          readonly status: string | null;
        };
        readonly isDeleted: boolean;
      }
    | undefined;
}

/** Returns forms of an action in order, after a position. @param outcome undefined: all, whatever became of them */
export async function listReport(
  db: Reader,
  { accountId, id }: Pick<BulkAct, 'accountId' | 'id'>,
  outcome: Outcome | undefined,
  after: number,
  limit: number,
): Promise<readonly ReportRow[]> {
  const rows = await db
    .selectFrom('bulk_act_forms as b')
    .leftJoin('forms as f', (join) =>
      join.onRef('f.account_id', '=', 'b.account_id').onRef('f.id', '=', 'b.form_id'),
    )
    .select(['b.position', 'b.form_id', 'b.outcome', 'b.reason', 'b.message'])
    .select(['f.name', 'f.created_by', 'f.assignee_id', 'f.template_id', 'f.deleted_at'])
    .select(['f.review_by', 'f.status'])
    .where('b.account_id', '=', accountId)
    .where('b.act_id', '=', id)
    .where('b.position', '>', after)
    .$if(outcome !== undefined, (query) => query.where('b.outcome', '=', outcome ?? null))
    .orderBy('b.position')
    .limit(limit)
    .execute();
  return rows.map(({ name, created_by, assignee_id, template_id, review_by, status, ...row }) => ({
    position: row.position,
    itemId: row.form_id,
    outcome: row.outcome ?? undefined,
    reason: row.reason ?? undefined,
    message: row.message ?? undefined,
    form:
      name === null || created_by === null || assignee_id === null || template_id === null
        ? undefined
        : {
            name,
            columns: { created_by, assignee_id, template_id, review_by, status },
            isDeleted: row.deleted_at !== null,
          },
  }));
}

/** Removes the words about a form from all reports: they may repeat an answer that it has lost. */
export async function forgetMessages(tx: Tx, accountId: string, formId: string): Promise<void> {
  await tx
    .updateTable('bulk_act_forms')
    .set({ message: null })
    .where('account_id', '=', accountId)
    .where('form_id', '=', formId)
    .where('message', 'is not', null)
    .execute();
}
