import { type AssignmentItem, selectSeenWork } from '#assignments/index.ts';
import { takeBulkAct } from '#bulk/begin-bulk-act.ts';
import { isWorkAct } from '#bulk/bulk-act.ts';
import type { BulkEndpointDeps } from '#bulk/bulk-deps.ts';
import { listReport, type ReportRow } from '#bulk/bulk-report.store.ts';
import { isWithin, type Visibility, visibilityOf } from '#form-records/index.ts';
import { DEFAULT_LIMIT, openCursor, toPage } from '#http/app/list-page.ts';
import { operation } from '#http/operation.ts';
import { BulkActForms, REPORT_QUERY } from './bulk-act.shapes.ts';

/** GET /bulk-acts/:id/forms: returns the outcome of an action for each form. */
export const listBulkActForms = (deps: BulkEndpointDeps) =>
  operation({
    method: 'GET',
    path: '/bulk-acts/:id/forms',
    right: 'forms.read',
    query: REPORT_QUERY,
    etag: 'content',
    doc: {
      summary: 'List the forms or assignments of a bulk action',
      tag: 'Bulk actions',
      description: 'In the order in which they are acted on.',
      responses: {
        200: { description: 'A page of forms or assignments.', schema: BulkActForms },
        304: 'not modified',
        404: 'no action',
      },
    },
    async handle({ principal, params, query }) {
      const { db, seal, directory } = deps;
      const { outcome, limit = DEFAULT_LIMIT, cursor } = query;
      const job = await takeBulkAct(deps, principal, params.id);
      const { accountId, userId } = principal;
      const context = { list: 'bulk-act-forms', accountId, terms: [userId, job.id, outcome] };
      const [after] = openCursor(seal, context, cursor) ?? [];
      const rows = await listReport(db.reader, job, outcome, Number(after ?? -1), limit + 1);
      const visibility = await visibilityOf(db.reader, directory, principal);
      const work = isWorkAct(job.act)
        ? await selectSeenWork(
            deps,
            principal,
            rows.map(({ itemId }) => itemId),
          )
        : undefined;
      const body: BulkActForms = toPage(seal, context, rows, limit, {
        positionOf: ({ position }) => [String(position)],
        toItem: (row) => (work ? toWorkItem(row, work) : toItem(row, visibility)),
      });
      return { status: 200, body };
    },
  });

/** The rights that the user has now decide what is shown: the text of a refusal may contain an answer. */
function toItem(row: ReportRow, visibility: Visibility): BulkActForms['items'][number] {
  const { itemId, outcome, reason, message } = row;
  const form = row.form && isWithin(visibility, row.form.columns) ? row.form : undefined;
  return {
    id: itemId,
    isDeleted: form?.isDeleted === true,
    ...(form && { name: form.name }),
    ...(outcome !== undefined && { outcome }),
    ...(reason !== undefined && { reason }),
    ...(form && message !== undefined && { message }),
  };
}

function toWorkItem(
  { itemId, outcome, reason, message }: ReportRow,
  seen: ReadonlyMap<string, AssignmentItem>,
): BulkActForms['items'][number] {
  const one = seen.get(itemId);
  const names = one && [one.template.name, one.assignee.name].filter((name) => name !== undefined);
  return {
    id: itemId,
    isDeleted: false,
    ...(names && { name: names.join(' · ') }),
    ...(outcome !== undefined && { outcome }),
    ...(reason !== undefined && { reason }),
    ...(one && message !== undefined && { message }),
  };
}
