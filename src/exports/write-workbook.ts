import { printAnswerOrder } from '#answer-queries/index.ts';
import {
  cellsOf,
  innerCells,
  innerColumns,
  sheetNames,
  sheetPath,
  type TableCell,
  type TableColumn,
  workbookParts,
  XLSX_TYPE,
  type ZipEntry,
  zip,
} from '#answer-tables/index.ts';
import { readDays, readTimeZone } from '#form-basics/index.ts';
import { countUpTo } from '#form-records/index.ts';
import type { Locale } from '#kernel/locale.ts';
import { isoIn } from '#kernel/time-zone.ts';
import type { ExportContext } from './context.ts';
import type { ExportFile } from './export.ts';
import { type OpenSheet, openSheet } from './open-sheet.ts';
import { dropResult, openResult, storeResult } from './result-files.ts';
import { safeName } from './safe-name.ts';
import { SHAPE_WORDS } from './shape-words.ts';
import { STATUS_WORDS, stateWords } from './status-words.ts';
import { exportedForms, openTable, type TableExport } from './table-export.ts';

/** The most sheets of tables: each is a file that stays open. */
const MAX_TABLES = 100;

const WORDS = {
  en: {
    forms: 'Forms',
    fields: 'Fields',
    about: 'About',
    row: ['Form id', 'Number', 'Row'],
    field: ['Field id', 'Name', 'Title', 'Kind', 'Unit', 'Table', 'Only in older versions'],
    facts: ['About', 'Value'],
    template: 'Template',
    written: 'Exported',
    zone: 'Time zone',
    status: 'Status',
    created: 'Created',
    where: 'Conditions',
    sort: 'Order',
    cut: 'Texts that were cut at 32,767 characters',
    yes: 'yes',
  },
  de: {
    forms: 'Formulare',
    fields: 'Felder',
    about: 'Über',
    row: ['Formular-ID', 'Nummer', 'Zeile'],
    field: ['Feld-ID', 'Name', 'Titel', 'Art', 'Einheit', 'Tabelle', 'Nur in älteren Versionen'],
    facts: ['Über', 'Wert'],
    template: 'Vorlage',
    written: 'Exportiert',
    zone: 'Zeitzone',
    status: 'Status',
    created: 'Erstellt',
    where: 'Bedingungen',
    sort: 'Reihenfolge',
    cut: 'Texte, die bei 32.767 Zeichen abgeschnitten wurden',
    yes: 'ja',
  },
} as const;
type Words = (typeof WORDS)[Locale];

interface TableSheet {
  readonly table: string;
  readonly columns: readonly TableColumn[];
  readonly sheet: OpenSheet;
}

/**
 * Writes a workbook: the forms, a sheet for the rows of each table among the columns, what the columns are, and what was
 * exported. Numbers and days are numbers and days; files lead to Formstead.
 */
export async function writeWorkbook(
  context: ExportContext,
  templateId: string,
  title: string,
): Promise<ExportFile> {
  const { work, job } = context;
  const { locale } = job.options;
  const words = WORDS[locale];
  const states = stateWords(locale);
  const table = await openTable(context, templateId);
  const { count } = await countUpTo(work.db, table.asked.selection);
  const nameFor = sheetNames();
  const open: OpenSheet[] = [];
  const linkTo = (file: string) => `${job.options.base ?? ''}/app/v1/forms/${file}`;
  const begin = (name: string, heads: readonly string[]): OpenSheet => {
    const sheet = openSheet(context, name, heads, linkTo);
    open.push(sheet);
    return sheet;
  };
  try {
    const main = begin(
      words.forms,
      table.columns.map(({ head }) => head),
    );
    const tables = table.columns
      .filter(({ field }) => field?.kind === 'rows')
      .slice(0, MAX_TABLES)
      .map(({ id, head }): TableSheet => {
        const columns = innerColumns(table.asked.fields, id, locale, job.options.choices);
        const heads = [...words.row, ...columns.map((column) => column.head)];
        return { table: id, columns, sheet: begin(head, heads) };
      });
    for await (const form of exportedForms(context, table, count)) {
      await main.add(cellsOf(table.columns, form, states));
      const { number, row } = form;
      for (const each of tables) {
        for (const [at, cells] of innerCells(each.columns, each.table, form).entries()) {
          await each.sheet.add([textOf(row.id), numberOf(number), numberOf(at + 1), ...cells]);
        }
      }
    }
    await describeFields(begin(words.fields, words.field), table, locale);
    await describeExport(context, begin(words.about, words.facts), { title, open, table, words });
    const sheets = await Promise.all(
      open.map(async ({ name, end }) => (await end()).map((part) => ({ name, part }))),
    );
    const parts = sheets.flat();
    const names = parts.map(({ name }) => nameFor(name));
    return await pack(
      context,
      `${safeName(title)}.xlsx`,
      names,
      parts.map(({ part }) => part),
    );
  } catch (error) {
    await Promise.all(open.map((sheet) => sheet.destroy()));
    throw error;
  }
}

const textOf = (text: string): TableCell => ({ text });
const numberOf = (number: number): TableCell => ({ text: String(number), number });

async function describeFields(
  sheet: OpenSheet,
  { asked, columns }: TableExport,
  locale: Locale,
): Promise<void> {
  const { yes } = WORDS[locale];
  const shown = new Set(columns.map(({ id }) => id));
  for (const field of asked.fields.values()) {
    if (!shown.has(field.table ?? field.id)) continue;
    const { id, name, title, shape, units, isRetired } = field;
    const kind = SHAPE_WORDS[locale][shape];
    const unit = units.flatMap((each) => each.unit ?? []).join(', ');
    const around = field.table === undefined ? '' : (asked.fields.get(field.table)?.title ?? '');
    await sheet.add([id, name, title, kind, unit, around, isRetired ? yes : ''].map(textOf));
  }
}

interface About {
  readonly title: string;
  readonly open: readonly OpenSheet[];
  readonly table: TableExport;
  readonly words: Words;
}

async function describeExport(
  { work, job }: ExportContext,
  sheet: OpenSheet,
  { title, open, table, words }: About,
): Promise<void> {
  const { status, where = '', createdFrom, createdTo, locale } = job.options;
  const zone = await readTimeZone(work.db.reader, job.accountId);
  const now = work.clock.now();
  const names = { from: 'createdFrom', to: 'createdTo' };
  const created = readDays(names, { from: createdFrom, to: createdTo }, { timeZone: zone, now });
  const cut = open.reduce((sum, each) => sum + each.cutCells(), 0);
  const facts: readonly (readonly [string, string])[] = [
    [words.template, title],
    [words.written, isoIn(now, zone)],
    [words.zone, zone],
    [words.status, status === undefined ? '' : STATUS_WORDS[locale][status]],
    [words.created, spanOf(created.from, created.to)],
    [words.where, where],
    [words.sort, printAnswerOrder(table.order)],
    [words.cut, String(cut)],
  ];
  for (const fact of facts) await sheet.add(fact.map(textOf));
}

const spanOf = (from: string | undefined, to: string | undefined): string =>
  from === undefined && to === undefined ? '' : `${from ?? '…'} – ${to ?? '…'}`;

async function pack(
  context: ExportContext,
  name: string,
  names: readonly string[],
  parts: readonly ExportFile[],
): Promise<ExportFile> {
  async function* entries(): AsyncIterable<ZipEntry> {
    for (const [at, part] of parts.entries()) {
      yield { name: sheetPath(at + 1), bytes: await openResult(context.work.files, part) };
    }
    for (const [path, text] of workbookParts(names)) yield { name: path, bytes: bytesOf(text) };
  }
  const now = new Date(context.work.clock.now());
  const result = await storeResult(context, { name, type: XLSX_TYPE }, zip(entries(), now));
  for (const part of parts) await dropResult(context, part);
  return result;
}

async function* bytesOf(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text);
}
