import { readNames } from '#forms/app/names.store.ts';
import type { Form } from '#forms/form.ts';
import { csvLine } from '#kernel/csv.ts';
import { isObject, type JsonObject, member } from '#kernel/json.ts';
import { type Column, cellOf, columnsOf, headsOf, mergeColumns } from './columns.ts';
import type { ExportContext } from './context.ts';
import type { ExportFile } from './export.ts';
import {
  beginResult,
  dropResult,
  type OpenResult,
  openResult,
  storeResult,
} from './result-files.ts';
import { safeName } from './safe-name.ts';
import { readVersions } from './walk-forms.store.ts';
import { textOf, walkForms } from './walk-forms.ts';
import { type ZipEntry, zip } from './zip.ts';

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
    'Created by',
    'Completed by',
    'Assigned to',
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
    'Erstellt von',
    'Abgeschlossen von',
    'Zugewiesen an',
    'Breitengrad',
    'Längengrad',
    'Genauigkeit (m)',
  ],
} as const;
const ROW_HEADS = {
  en: ['Form id', 'Number', 'Row'],
  de: ['Formular-ID', 'Nummer', 'Zeile'],
} as const;

/** A table or repeated panel, which has a file of its own. */
interface Table {
  readonly name: string;
  readonly inner: readonly Column[];
  readonly result: OpenResult;
}

/**
 * The forms of a template as CSV: one line a form, and where questions are tables a file for each of them, all
 * in one archive then.
 */
export async function writeCsv(
  context: ExportContext,
  templateId: string,
  title: string,
): Promise<ExportFile> {
  const { work, job } = context;
  const { locale, bom } = job.options;
  const versions = await readVersions(work.db.reader, job.accountId, templateId);
  const columnsBy = new Map(
    versions.map(({ id, definition }) => [id, parseColumns(definition, locale)] as const),
  );
  const columns = mergeColumns([...columnsBy.values()]);
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
    await main.write(start + csvLine([...FORM_HEADS[locale], ...headsOf(columns)]));
    const tables: Table[] = [];
    for (const { name, inner } of columns) {
      if (!inner) continue;
      const result = begin(`${base} - ${safeName(name)}`);
      await result.write(start + csvLine([...ROW_HEADS[locale], ...headsOf(inner)]));
      tables.push({ name, inner, result });
    }
    for await (const form of walkForms(context, templateId)) {
      const own = columnsBy.get(form.templateVersionId) ?? [];
      await writeForm(context, form, { columns, own, main, tables });
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
  /** Of the form's own version: what its answers mean. */
  readonly own: readonly Column[];
  readonly main: OpenResult;
  readonly tables: readonly Table[];
}

async function writeForm(
  context: ExportContext,
  form: Form,
  { columns, own, main, tables }: Writing,
): Promise<void> {
  const meanings = new Map(own.map((column) => [column.name, column]));
  let line: string;
  let rows: readonly (readonly [OpenResult, string])[];
  try {
    const head = await describe(context, form);
    const cells = columns.map((column) =>
      cellOf(member(form.answers, column.name), meanings.get(column.name) ?? column),
    );
    line = csvLine([...head, ...cells]);
    rows = tables.map((table) => [
      table.result,
      rowsOf(form, table, meanings.get(table.name)?.inner ?? table.inner),
    ]);
  } catch (error) {
    context.miss({ formId: form.id, form: form.name, text: textOf(error) });
    return;
  }
  await main.write(line);
  for (const [result, text] of rows) if (text !== '') await result.write(text);
  context.wrote();
}

function rowsOf(form: Form, { name, inner }: Table, own: readonly Column[]): string {
  const meanings = new Map(own.map((column) => [column.name, column]));
  const rows = member(form.answers, name);
  if (!Array.isArray(rows)) return '';
  return rows
    .map((row: unknown, i) => {
      const answers: JsonObject = isObject(row) ? row : {};
      const cells = inner.map((column) => {
        const value = member(answers, column.name);
        const meaning = meanings.get(column.name) ?? column;
        return meaning.inner && Array.isArray(value)
          ? JSON.stringify(value)
          : cellOf(value, meaning);
      });
      return csvLine([form.id, form.number, i + 1, ...cells]);
    })
    .join('');
}

async function describe(
  { work }: ExportContext,
  form: Form,
): Promise<readonly (string | number)[]> {
  const { assignment, createdBy, completedBy, location, status } = form;
  const ids = [assignment.id, createdBy, completedBy ?? createdBy];
  const names = await readNames(work.db.reader, form.accountId, ids);
  return [
    form.id,
    form.number,
    form.name,
    status,
    timeOf(form.createdAt),
    timeOf(form.updatedAt),
    status === 'complete' ? timeOf(form.statusChangedAt) : '',
    names.get(createdBy) ?? '',
    completedBy === undefined ? '' : (names.get(completedBy) ?? ''),
    names.get(assignment.id) ?? '',
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
      yield { name: file.name, bytes: (await openResult(context, file)).stream };
    }
  }
  const archive = { name: `${base}.zip`, type: 'application/zip' };
  const now = new Date(context.work.clock.now());
  const result = await storeResult(context, archive, zip(entries(), now));
  for (const file of files) await dropResult(context, file);
  return result;
}

function parseColumns(definition: string, locale: 'en' | 'de'): readonly Column[] {
  const parsed: JsonObject = JSON.parse(definition);
  return columnsOf(parsed, locale);
}

const timeOf = (ms: number): string => new Date(ms).toISOString();
