import {
  headRow,
  MAX_CELL,
  MAX_SHEET_ROWS,
  SHEET_END,
  SHEET_START,
  sheetRow,
  type TableCell,
} from '#answer-tables/index.ts';
import type { ExportContext } from './context.ts';
import type { ExportFile } from './export.ts';
import { beginResult, type OpenResult } from './result-files.ts';

/** A sheet that is written row by row, and goes on in another one where a spreadsheet has no more rows. */
export interface OpenSheet {
  readonly name: string;
  add(cells: readonly TableCell[]): Promise<void>;
  /** Returns the parts, in order. */
  end(): Promise<readonly ExportFile[]>;
  destroy(): Promise<void>;
  /** The number of cells whose text was too long for a cell. */
  cutCells(): number;
}

/** @param mostRows the most rows of a part, its heading included */
export function openSheet(
  context: ExportContext,
  name: string,
  heads: readonly string[],
  linkTo: (file: string) => string = () => '',
  mostRows = MAX_SHEET_ROWS,
): OpenSheet {
  const parts: OpenResult[] = [];
  let rows = 0;
  let cut = 0;
  async function begin(): Promise<OpenResult> {
    const part = beginResult(context, { name: `${name}.xml`, type: 'application/xml' });
    parts.push(part);
    await part.write(SHEET_START + headRow(heads));
    rows = 1;
    return part;
  }
  let current: OpenResult | undefined;
  return {
    name,
    async add(cells) {
      if (current === undefined || rows >= mostRows) {
        await current?.write(SHEET_END);
        current = await begin();
      }
      rows += 1;
      cut += cells.filter((cell) => (cell?.text.length ?? 0) > MAX_CELL).length;
      await current.write(sheetRow(rows, cells, linkTo));
    },
    async end() {
      current ??= await begin();
      await current.write(SHEET_END);
      return Promise.all(parts.map((part) => part.end()));
    },
    async destroy() {
      await Promise.all(parts.map((part) => part.destroy()));
    },
    cutCells: () => cut,
  };
}
