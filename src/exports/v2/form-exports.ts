import { beginExport, type ExportAsked, noExport, takeExport } from '#exports/begin-export.ts';
import { requireDocumentOf } from '#exports/check-asked.ts';
import { FormExport, NewFormExport, QueueItem } from '#exports/export.shapes.ts';
import type { ExportJob, ExportProblem } from '#exports/export.ts';
import type { ExportsDeps } from '#exports/export-deps.ts';
import { messageIn, QUEUE_STATUS } from '#exports/export-item.ts';
import { charactersText } from '#exports/missing-characters.ts';
import { replyWithResult } from '#exports/reply-with-result.ts';
import { formActorOf } from '#form-basics/index.ts';
import { type Endpoint, endpoint, type Request, type UserPrincipal } from '#http/endpoint.ts';
import { parseBodyInput } from '#http/input.ts';
import { formatDateTime } from '#http/v2/date-time.ts';
import { fail } from '#kernel/errors.ts';

// Exports over /v2 as in the reference service: a POST on a form creates one, and a queue item shows its state.

const NOT_THERE = { description: 'There is no such form or export for the acting user.' };

/** POST /v2/formz/:id/exports: creates a PDF of the form. */
export const createFormExport = (deps: ExportsDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/v2/formz/:id/exports',
    protocol: 'problem',
    access: { right: 'forms.read' },
    limit: 'api',
    body: 'json',
    doc: {
      summary: 'Export a form as PDF',
      tag: 'Forms',
      description:
        'The export runs in the background. Poll the address in `Location` until the status is `Completed`.',
      idempotent: true,
      body: NewFormExport,
      responses: {
        202: {
          description: 'The export was accepted.',
          schema: QueueItem,
          headers: { Location: 'The address of the queue item.' },
        },
        404: NOT_THERE,
        409: {
          description: 'The acting user already has ten unfinished exports.',
          codes: ['too-many-exports'],
        },
      },
    },
    async handle(request) {
      const { pages = '', leaveOut, document } = parseBodyInput(NewFormExport, request.body);
      if (pages.trim() !== '') {
        const text =
          "Single pages can't be exported. Leave pages out or empty to export all of them.";
        throw fail('invalid-value', text, { at: 'pages', because: { reason: 'export-pages' } });
      }
      const { db, forms } = deps;
      const id = request.params.id;
      const form = await forms.requireForm(db.reader, request.principal, id);
      const options = { locale: 'en' as const, leaveOut, document: document?.toLowerCase() };
      await requireDocumentOf(deps, form, options.document);
      const asked: ExportAsked = { kind: 'pdf', templateId: undefined, formId: form.id, options };
      const by = formActorOf(request);
      const target = `POST /v2/formz/${form.id}/exports`;
      const job = await deps.idempotency.once(request, target, (tx) =>
        beginExport(deps, tx, by, asked),
      );
      deps.exportRunner.wake();
      const headers = { location: `${deps.publicUrl()}/v2/queue/${job.id}` };
      return { status: 202, headers, body: toQueueItem(job, deps.publicUrl()) };
    },
  });

/** GET /v2/queue/:id: returns the state of an export. */
export const readQueue = (deps: ExportsDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/v2/queue/:id',
    protocol: 'problem',
    access: { right: 'forms.read' },
    limit: 'api',
    doc: {
      summary: 'Read the status of an export',
      tag: 'Forms',
      responses: { 200: { description: 'The queue item.', schema: QueueItem }, 404: NOT_THERE },
    },
    async handle({ principal, params }) {
      const job = await takeExport(deps, principal, params.id);
      if (job.formId === undefined) throw noExport();
      return { status: 200, body: toQueueItem(job, deps.publicUrl()) };
    },
  });

/** GET /v2/formz/:id/exports/:exportId: returns an export with the link to its file. */
export const readFormExport = (deps: ExportsDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/v2/formz/:id/exports/:exportId',
    protocol: 'problem',
    access: { right: 'forms.read' },
    limit: 'api',
    doc: {
      summary: 'Read an export of a form',
      tag: 'Forms',
      responses: { 200: { description: 'The export.', schema: FormExport }, 404: NOT_THERE },
    },
    async handle(request) {
      const job = await takeFormExport(deps, request);
      const [file] = job.files;
      const body: FormExport = {
        id: job.id,
        type: 'pdf',
        status: QUEUE_STATUS[job.state],
        createdDate: formatDateTime(job.createdAt),
        ...(file && {
          name: file.name,
          size: file.size,
          link: `${urlOf(job, deps.publicUrl())}/file`,
          linkExpiration: formatDateTime(job.expiresAt),
        }),
        ...(job.problems.length > 0 && { problems: job.problems.map(problemText) }),
      };
      return { status: 200, body };
    },
  });

/** GET /v2/formz/:id/exports/:exportId/file: returns the PDF. */
export const downloadFormExport = (deps: ExportsDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/v2/formz/:id/exports/:exportId/file',
    protocol: 'problem',
    access: { right: 'forms.read' },
    limit: 'api',
    doc: {
      summary: 'Read the PDF of an export',
      tag: 'Forms',
      responses: {
        200: { description: 'The PDF.', mediaType: 'application/pdf' },
        404: NOT_THERE,
      },
    },
    async handle(request) {
      const job = await takeFormExport(deps, request);
      return replyWithResult(deps, job.files[0]);
    },
  });

const problemText = ({ text, codePoints }: ExportProblem): string =>
  codePoints ? `${text} ${charactersText(codePoints)}` : text;

async function takeFormExport(
  deps: ExportsDeps,
  { principal, params }: Request<UserPrincipal, 'id' | 'exportId'>,
): Promise<ExportJob> {
  const form = await deps.forms.requireForm(deps.db.reader, principal, params.id);
  const job = await takeExport(deps, principal, params.exportId);
  if (job.formId === form.id) return job;
  throw noExport();
}

function toQueueItem(job: ExportJob, base: string): QueueItem {
  const { id, state, progress, message } = job;
  return {
    id,
    status: QUEUE_STATUS[state],
    progressIndicator: progress,
    ...messageIn(message),
    ...(state === 'done' && { resourceId: id, redirectUrl: urlOf(job, base) }),
  };
}

const urlOf = ({ id, formId }: ExportJob, base: string): string =>
  `${base}/v2/formz/${formId}/exports/${id}`;
