import { attachmentsOf } from '#attachments/index.ts';
import { type Form, readNames, readTimeZone } from '#form-basics/index.ts';
import type { JsonObject } from '#kernel/json.ts';
import { readAnswers, readable } from '#questionnaires/reading/read-answers.ts';
import { valuesOf } from '#questionnaires/reading/show-answers.ts';
import type { ExportContext } from './context.ts';
import type { ExportFile } from './export.ts';
import { faultIn, listExportForms, NOT_WHOLE } from './list-export-forms.ts';
import { storeResult } from './result-files.ts';
import { safeName } from './safe-name.ts';
import { versionFinder } from './versions.ts';

/** Writes the forms of a template as one JSON array, one form per line. */
export const writeJson = (
  context: ExportContext,
  templateId: string,
  title: string,
): Promise<ExportFile> =>
  storeResult(
    context,
    { name: `${safeName(title)}.json`, type: 'application/json' },
    bytesOf(context, templateId),
  );

async function* bytesOf(context: ExportContext, templateId: string): AsyncIterable<Uint8Array> {
  const { work, job } = context;
  const find = versionFinder(context);
  const timeZone = await readTimeZone(work.db.reader, job.accountId);
  let before = '[\n';
  for await (const form of listExportForms(context, templateId)) {
    let text: string;
    try {
      const version = await find(form.templateVersionId);
      const read = await readAnswers(
        { engine: work.engine.of(job.accountId), timeZone, isForTable: true },
        version?.definition ?? readable({}),
        form,
      );
      if (!read.isWhole) context.miss({ formId: form.id, form: form.name, ...NOT_WHOLE });
      text = JSON.stringify(await describe(context, form, version?.number, valuesOf(read.answers)));
    } catch (error) {
      context.miss({ formId: form.id, form: form.name, ...faultIn(error) });
      continue;
    }
    yield Buffer.from(before + text);
    before = ',\n';
    context.wrote();
  }
  yield Buffer.from(before === '[\n' ? '[]\n' : '\n]\n');
}

async function describe(
  { work }: ExportContext,
  form: Form,
  version: number | undefined,
  answers: JsonObject,
) {
  const { accountId, assignment, createdBy, completedBy, corrected, dueAt, review } = form;
  const onDevice = form.completedOnDeviceAt;
  const { reader } = work.db;
  const names = await readNames(reader, accountId, [
    assignment.id,
    createdBy,
    completedBy ?? createdBy,
    corrected?.by ?? createdBy,
    review?.by ?? createdBy,
  ]);
  const person = (id: string) => ({ id, name: names.get(id) });
  const attachments = await attachmentsOf(reader, accountId, form.id);
  return {
    formId: form.id,
    number: form.number,
    name: form.name,
    status: form.status,
    statusChangedAt: timeOf(form.statusChangedAt),
    createdAt: timeOf(form.createdAt),
    updatedAt: timeOf(form.updatedAt),
    createdBy: person(createdBy),
    completedBy: completedBy === undefined ? undefined : person(completedBy),
    dueAt: dueAt === undefined ? undefined : timeOf(dueAt),
    completedOnDeviceAt: onDevice === undefined ? undefined : timeOf(onDevice),
    correctedBy: corrected && person(corrected.by),
    correctedAt: corrected && timeOf(corrected.at),
    review: review && {
      state: review.state,
      step: review.step,
      steps: review.steps,
      at: timeOf(review.at),
      by: person(review.by),
    },
    assignment: { type: assignment.type, ...person(assignment.id) },
    location: form.location,
    templateId: form.templateId,
    templateVersion: version,
    answers,
    attachments: attachments.map(({ id, field, name, type, size }) => {
      return { id, field, name, type, size };
    }),
  };
}

const timeOf = (ms: number): string => new Date(ms).toISOString();
