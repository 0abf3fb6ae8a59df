import { type ZipEntry, zip } from '#answer-tables/index.ts';
import { type Form, readNames, readTimeZone } from '#form-basics/index.ts';
import { csvLine } from '#kernel/csv.ts';
import { isoIn } from '#kernel/time-zone.ts';
import {
  type ReadableDefinition,
  readAnswers,
  readable,
} from '#questionnaires/reading/read-answers.ts';
import type { ShownAnswer } from '#questionnaires/reading/shown-answer.ts';
import { type Column, cellsOf, headsOf, toColumns } from './columns.ts';
import type { ExportContext } from './context.ts';
import type { ExportFile } from './export.ts';
import { faultIn, listExportForms, NOT_WHOLE } from './list-export-forms.ts';
import {
  beginResult,
  dropResult,
  type OpenResult,
  openResult,
  storeResult,
} from './result-files.ts';
import { safeName } from './safe-name.ts';
import { REVIEW_WORDS, STATUS_WORDS } from './status-words.ts';
import { headingsOfAll, versionFinder } from './versions.ts';

const TYPE = 'text/csv; charset=utf-8';
const BOM = '\uFEFF';

const FORM_HEADS = {
  en: [
    'Form id',
    'Number',
    'Name',
    'Status',
    'Created',
    'Last changed',
    'Completed',
    'Completed on device',
    'Due',
    'Created by',
    'Completed by',
    'Assigned to',
    'Review',
    'Reviewed',
    'Reviewed by',
    'Latitude',
    'Longitude',
    'Accuracy (m)',
  ],
  de: [
    'Formular-ID',
    'Nummer',
    'Name',
    'Status',
    'Erstellt',
    'Zuletzt geändert',
    'Abgeschlossen',
    'Auf dem Gerät abgeschlossen',
    'Fällig',
    'Erstellt von',
    'Abgeschlossen von',
    'Zugewiesen an',
    'Prüfung',
    'Geprüft',
    'Geprüft von',
    'Breitengrad',
    'Längengrad',
    'Genauigkeit (m)',
  ],
} as const;
const ROW_HEADS = {
  en: ['Form id', 'Number', 'Row'],
  de: ['Formular-ID', 'Nummer', 'Zeile'],
} as const;

/** A table or repeating section, which has a file of its own. */
interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly result: OpenResult;
}

/**
 * Writes the forms of a template as CSV, one line per form. If questions are tables, each has its own file, and the
 * result is an archive.
 */
export async function writeCsv(
  context: ExportContext,
  templateId: string,
  title: string,
): Promise<ExportFile> {
  const { work, job } = context;
  const { locale, bom, choices } = job.options;
  const find = versionFinder(context);
  const headings = await headingsOfAll(context, templateId, find);
  const columns = toColumns(headings, choices);
  const timeZone = await readTimeZone(work.db.reader, job.accountId);
  const base = safeName(title);
  const open: OpenResult[] = [];
  const begin = (name: string): OpenResult => {
    const result = beginResult(context, { name: `${name}.csv`, type: TYPE });
    open.push(result);
    return result;
  };
  try {
    const main = begin(base);
    const start = bom ? BOM : '';
    await main.write(start + csvLine([...FORM_HEADS[locale], ...headsOf(columns, locale)]));
    const tables: Table[] = [];
    for (const { name, inner } of headings) {
      if (!inner) continue;
      const cells = toColumns(inner, choices);
      const result = begin(`${base} - ${safeName(name)}`);
      await result.write(start + csvLine([...ROW_HEADS[locale], ...headsOf(cells, locale)]));
      tables.push({ name, columns: cells, result });
    }
    for await (const form of listExportForms(context, templateId)) {
      const found = await find(form.templateVersionId);
      const version = found?.definition ?? readable({}, locale);
      await writeForm(context, form, { columns, version, timeZone, main, tables });
    }
    const files = await Promise.all(open.map((result) => result.end()));
    return await packed(context, files, base);
  } catch (error) {
    await Promise.all(open.map((result) => result.destroy()));
    throw error;
  }
}

interface Writing {
  readonly columns: readonly Column[];
  /** The version that the form was made from, which defines its questions. */
  readonly version: ReadableDefinition;
  readonly timeZone: string;
  readonly main: OpenResult;
  readonly tables: readonly Table[];
}

async function writeForm(
  context: ExportContext,
  form: Form,
  { columns, version, timeZone, main, tables }: Writing,
): Promise<void> {
  const engine = context.work.engine.of(form.accountId);
  let line: string;
  let rows: readonly (readonly [OpenResult, string])[];
  try {
    const head = await describe(context, form, timeZone);
    const read = await readAnswers(
      { engine, timeZone, isForTable: true, isCounted: true },
      version,
      form,
    );
    if (!read.isWhole) context.miss({ formId: form.id, form: form.name, ...NOT_WHOLE });
    line = csvLine([...head, ...cellsOf(columns, read.answers)]);
    rows = tables.map((table) => [table.result, rowsOf(form, table, read.answers)]);
  } catch (error) {
    context.miss({ formId: form.id, form: form.name, ...faultIn(error) });
    return;
  }
  await main.write(line);
  for (const [result, text] of rows) if (text !== '') await result.write(text);
  context.wrote();
}

function rowsOf(form: Form, table: Table, answers: readonly ShownAnswer[]): string {
  const answer = answers.find(({ name }) => name === table.name);
  if (answer?.state !== 'answered') return '';
  return (answer.rows ?? [])
    .map((row, i) => csvLine([form.id, form.number, i + 1, ...cellsOf(table.columns, row)]))
    .join('');
}

async function describe(
  { work, job }: ExportContext,
  form: Form,
  timeZone: string,
): Promise<readonly (string | number)[]> {
  const { assignment, createdBy, completedBy, location, status, review } = form;
  // Before a decision, the review was brought where it is by the author.
  const decided = review?.state === 'in-review' ? undefined : review;
  const time = (at: number | undefined) => (at === undefined ? '' : isoIn(at, timeZone));
  const ids = [assignment.id, createdBy, completedBy ?? createdBy, review?.by ?? createdBy];
  const names = await readNames(work.db.reader, form.accountId, ids);
  return [
    form.id,
    form.number,
    form.name,
    STATUS_WORDS[job.options.locale][status],
    isoIn(form.createdAt, timeZone),
    isoIn(form.updatedAt, timeZone),
    time(status === 'complete' ? form.statusChangedAt : undefined),
    time(form.completedOnDeviceAt),
    time(form.dueAt),
    names.get(createdBy) ?? '',
    completedBy === undefined ? '' : (names.get(completedBy) ?? ''),
    names.get(assignment.id) ?? '',
    review === undefined ? '' : REVIEW_WORDS[job.options.locale][review.state],
    time(decided?.at),
    decided === undefined ? '' : (names.get(decided.by) ?? ''),
    location?.latitude ?? '',
    location?.longitude ?? '',
    location?.accuracy ?? '',
  ];
}

async function packed(
  context: ExportContext,
  files: readonly ExportFile[],
  base: string,
): Promise<ExportFile> {
  const [only] = files;
  if (only && files.length === 1) return only;
  async function* entries(): AsyncIterable<ZipEntry> {
    for (const file of files) {
      yield { name: file.name, bytes: await openResult(context.work.files, file) };
    }
  }
  const archive = { name: `${base}.zip`, type: 'application/zip' };
  const now = new Date(context.work.clock.now());
  const result = await storeResult(context, archive, zip(entries(), now));
  for (const file of files) await dropResult(context, file);
  return result;
}
