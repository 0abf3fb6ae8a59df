import { readNames } from '#form-basics/index.ts';
import { readForm } from '#form-records/index.ts';
import { csvLine } from '#kernel/csv.ts';
import { fail } from '#kernel/errors.ts';
import type { ExportContext } from './context.ts';
import { type ExportFile, type ExportProblem, isTableAsked } from './export.ts';
import { charactersText } from './missing-characters.ts';
import { storeResult } from './result-files.ts';
import { writeCsv } from './write-csv.ts';
import { writeJson } from './write-json.ts';
import { writePdf, writePdfs } from './write-pdf.ts';
import { writeTable } from './write-table.ts';
import { writeWorkbook } from './write-workbook.ts';

/**
 * Writes the files of an export.
 * @throws AppError `not-found` for a form that its owner may not see, `export-too-large`.
 */
export async function runExport(context: ExportContext): Promise<readonly ExportFile[]> {
  const { job, work, owner } = context;
  const { templateId, formId, kind } = job;
  if (formId !== undefined) return [await writeOne(context, formId)];
  if (templateId === undefined) throw new Error('an export is of nothing');
  const names = await readNames(work.db.reader, owner.accountId, [templateId]);
  const title = names.get(templateId);
  if (title === undefined) throw fail('not-found', 'The template was deleted.');
  const csv = isTableAsked(job.options) ? writeTable : writeCsv;
  const write = { csv, json: writeJson, pdf: writePdfs, xlsx: writeWorkbook }[kind];
  return [await write(context, templateId, title)];
}

async function writeOne(context: ExportContext, formId: string): Promise<ExportFile> {
  const { work, owner } = context;
  const form = await readForm(work)(work.db.reader, owner, formId);
  if (!form) throw fail('not-found', 'The form was deleted, or the user may no longer see it.');
  const file = await writePdf(context, form);
  context.wrote();
  return file;
}

/** Writes a file that lists the records with problems. */
export const writeProblems = (
  context: ExportContext,
  problems: readonly ExportProblem[],
): Promise<ExportFile> => {
  async function* bytes(): AsyncIterable<Uint8Array> {
    yield Buffer.from(csvLine(['form_id', 'form', 'problem', 'characters']));
    for (const { formId, form, text, codePoints } of problems) {
      yield Buffer.from(csvLine([formId, form, text, charactersText(codePoints)]));
    }
  }
  return storeResult(context, { name: 'problems.csv', type: 'text/csv; charset=utf-8' }, bytes());
};
