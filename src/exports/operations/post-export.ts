import { beginExport } from '#exports/begin-export.ts';
import { checkTable, requireDocumentOf, requireExported } from '#exports/check-asked.ts';
import { ExportItem, NewExport } from '#exports/export.shapes.ts';
import type { ExportsDeps } from '#exports/export-deps.ts';
import { toExportItem } from '#exports/export-item.ts';
import { namesOf } from '#exports/export-names.ts';
import { actorOfCall, type Viewer } from '#form-basics/index.ts';
import { readTime } from '#http/input.ts';
import { doorOf, operation } from '#http/operation.ts';
import { fail } from '#kernel/errors.ts';

/** POST /exports: exports the forms of a template, or one form, as files to download. */
export const postExport = (deps: ExportsDeps) =>
  operation({
    method: 'POST',
    path: '/exports',
    right: 'forms.read',
    body: NewExport,
    etag: 'none',
    doc: {
      summary: 'Export forms',
      tag: 'Exports',
      description:
        'The export runs in the background. Poll it until it is done. Results are kept for a week.',
      idempotent: true,
      responses: {
        202: {
          description: 'The export was accepted.',
          schema: ExportItem,
          headers: { Location: 'The address of the export.' },
        },
        400: {
          description:
            'Conditions, days, an order or columns of a table are not valid. `at` names them.',
        },
        404: { description: 'There is no such template or form that the user may see.' },
        409: { description: 'The user already has ten unfinished exports.' },
        507: 'files full',
      },
    },
    async handle(call) {
      const { kind, formId, ...rest } = call.body;
      const document = rest.document?.toLowerCase();
      // Ids may have any letter case, as everywhere.
      const templateId = rest.templateId?.toLowerCase();
      const { principal } = call;
      if ((templateId === undefined) === (formId === undefined)) {
        throw fail('invalid-value', 'Send either templateId or formId.', {
          at: 'templateId',
          because: { reason: 'export-target' },
        });
      }
      if (formId !== undefined) await requireForm(deps, principal, formId, { kind, document });
      if (templateId !== undefined) await requireExported(deps, principal, templateId);
      await checkTable(deps, principal, call.body);
      const asked = {
        kind,
        templateId,
        formId: formId?.toLowerCase(),
        options: {
          ...rest,
          document,
          from: rest.from === undefined ? undefined : readTime(rest.from, 'from'),
          to: rest.to === undefined ? undefined : readTime(rest.to, 'to'),
          locale: rest.locale ?? 'en',
          ...(kind === 'xlsx' && { base: deps.publicUrl() }),
        },
      };
      const by = actorOfCall(call);
      const job = await deps.idempotency.once(call.api, 'POST /v2/exports', (tx) =>
        beginExport(deps, tx, by, asked),
      );
      deps.exportRunner.wake();
      const names = await namesOf(deps, principal, [job]);
      const headers = { location: `${doorOf(call)}/exports/${job.id}` };
      return { status: 202, headers, body: toExportItem(job, names, doorOf(call)) };
    },
  });

async function requireForm(
  deps: ExportsDeps,
  viewer: Viewer,
  id: string,
  { kind, document }: { readonly kind: string; readonly document: string | undefined },
): Promise<void> {
  if (kind !== 'pdf') {
    throw fail(
      'invalid-value',
      'A single form can only be exported as pdf. Send templateId for other formats.',
      {
        because: { reason: 'export-kind' },
        at: 'kind',
      },
    );
  }
  const form = await deps.forms.requireForm(deps.db.reader, viewer, id, 'formId');
  await requireDocumentOf(deps, form, document);
}
