import type { Form } from '#form-basics/index.ts';
import {
  findForm,
  isWithin,
  type Visibility,
  visibilityOf,
  visibilityWithin,
} from '#form-records/index.ts';
import { letOthersIn } from '#kernel/in-turns.ts';
import type { ExportContext } from './context.ts';
import type { ExportProblem } from './export.ts';
import { type FormHead, highestNumber, listHeads } from './list-export-forms.store.ts';

const STEP = 500;

/**
 * Yields the forms of the export's template that its owner may see and has selected, by number. A form that cannot be
 * read is reported and skipped. Other requests are served between two forms.
 */
export async function* listExportForms(
  context: ExportContext,
  templateId: string,
): AsyncIterable<Form> {
  const { work, job, owner, signal } = context;
  const { db, directory } = work;
  const visibility = visibilityWithin(await visibilityOf(db.reader, directory, owner), templateId);
  const last = await highestNumber(db.reader, job.accountId, templateId);
  for (let after = 0; ; ) {
    const page = { after, limit: STEP };
    const heads = await listHeads(db.reader, job.accountId, templateId, page);
    for (const head of heads) {
      signal.throwIfAborted();
      await letOthersIn();
      context.reached((100 * head.number) / Math.max(last, head.number));
      const form = isAsked(context, visibility, head) && (await readWhole(context, head));
      if (form) yield form;
    }
    after = heads.at(-1)?.number ?? last;
    if (heads.length < STEP) return;
  }
}

function isAsked({ job }: ExportContext, visibility: Visibility, head: FormHead): boolean {
  const { templateId = '' } = job;
  const { status, review, from, to } = job.options;
  if (head.isDeleted) return false;
  if (status !== undefined && status !== head.status) return false;
  if (review !== undefined && review !== head.review) return false;
  if (from !== undefined && head.updatedAt < from) return false;
  if (to !== undefined && head.updatedAt >= to) return false;
  return isWithin(visibility, {
    created_by: head.createdBy,
    assignee_id: head.assigneeId,
    template_id: templateId,
    review_by: head.reviewBy,
    status: head.status,
  });
}

async function readWhole(context: ExportContext, head: FormHead): Promise<Form | undefined> {
  const { work, job } = context;
  try {
    const form = await findForm(work.db.reader, job.accountId, head.id);
    return form?.deletedAt === undefined ? form : undefined;
  } catch (error) {
    context.miss({ formId: head.id, form: head.name, ...faultIn(error) });
    return undefined;
  }
}

/** Returns the problem of a record whose stored data can not be read or written. */
export const faultIn = (error: unknown): Pick<ExportProblem, 'reason' | 'text'> =>
  error instanceof SyntaxError
    ? { reason: 'unreadable', text: 'Its stored data can’t be read.' }
    : { reason: 'unwritable', text: 'It can’t be exported as it is stored.' };

/** The problem of a record whose calculated values the forms engine could not return. */
export const NOT_WHOLE = {
  reason: 'not-whole',
  text: 'The forms engine can’t process its template completely. Calculated values are missing, and questions that conditions hide are shown.',
} as const;
