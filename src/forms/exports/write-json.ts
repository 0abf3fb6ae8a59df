import { readNames } from '#forms/app/names.store.ts';
import { attachmentsOf } from '#forms/attachments/attachment.store.ts';
import type { Form } from '#forms/form.ts';
import type { ExportContext } from './context.ts';
import type { ExportFile } from './export.ts';
import { storeResult } from './result-files.ts';
import { safeName } from './safe-name.ts';
import { readVersions } from './walk-forms.store.ts';
import { textOf, walkForms } from './walk-forms.ts';

/** The forms of a template as one JSON array, one form a line. */
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
  const versions = await readVersions(work.db.reader, job.accountId, templateId);
  const numbers = new Map(versions.map(({ id, number }) => [id, number]));
  let before = '[\n';
  for await (const form of walkForms(context, templateId)) {
    let text: string;
    try {
      text = JSON.stringify(await describe(context, form, numbers.get(form.templateVersionId)));
    } catch (error) {
      context.miss({ formId: form.id, form: form.name, text: textOf(error) });
      continue;
    }
    yield Buffer.from(before + text);
    before = ',\n';
    context.wrote();
  }
  yield Buffer.from(before === '[\n' ? '[]\n' : '\n]\n');
}

async function describe({ work }: ExportContext, form: Form, version: number | undefined) {
  const { accountId, assignment, createdBy, completedBy } = form;
  const { reader } = work.db;
  const names = await readNames(reader, accountId, [
    assignment.id,
    createdBy,
    completedBy ?? createdBy,
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
    assignment: { type: assignment.type, ...person(assignment.id) },
    location: form.location,
    templateId: form.templateId,
    templateVersion: version,
    answers: form.answers,
    attachments: attachments.map(({ id, field, name, type, size }) => {
      return { id, field, name, type, size };
    }),
  };
}

const timeOf = (ms: number): string => new Date(ms).toISOString();
