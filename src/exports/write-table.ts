import { cellsOf, csvCellOf } from '#answer-tables/index.ts';
import { countUpTo } from '#form-records/index.ts';
import { csvLine } from '#kernel/csv.ts';
import type { ExportContext } from './context.ts';
import type { ExportFile } from './export.ts';
import { storeResult } from './result-files.ts';
import { safeName } from './safe-name.ts';
import { stateWords } from './status-words.ts';
import { exportedForms, openTable } from './table-export.ts';

const BOM = '\uFEFF';
/** Lines that are stored together. */
const AT_ONCE = 100;

/** Writes a table of answers as CSV: the forms, their order and the columns as its owner saw them. */
export async function writeTable(
  context: ExportContext,
  templateId: string,
  title: string,
): Promise<ExportFile> {
  const { work, job } = context;
  const { bom, locale } = job.options;
  const table = await openTable(context, templateId);
  const { count } = await countUpTo(work.db, table.asked.selection);
  async function* bytes(): AsyncIterable<Uint8Array> {
    yield Buffer.from((bom ? BOM : '') + csvLine(table.columns.map(({ head }) => head)));
    let lines: string[] = [];
    for await (const form of exportedForms(context, table, count)) {
      const cells = cellsOf(table.columns, form, stateWords(locale));
      lines.push(csvLine(cells.map(csvCellOf)));
      if (lines.length < AT_ONCE) continue;
      yield Buffer.from(lines.join(''));
      lines = [];
    }
    yield Buffer.from(lines.join(''));
  }
  const file = { name: `${safeName(title)}.csv`, type: 'text/csv; charset=utf-8' };
  return storeResult(context, file, bytes());
}
