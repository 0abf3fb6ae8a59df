// Workbooks for tests: written by a library as most tools do, and part by part as some do.
import { crc32, deflateRawSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';

/** A cell: text, a number, a truth value, or nothing. */
export type Cell = string | number | boolean | null;
export type Sheets = Readonly<Record<string, readonly (readonly Cell[])[]>>;

/** Writes a workbook with a library. */
export async function writeWorkbook(sheets: Sheets): Promise<Buffer> {
  const bytes = await writeXlsx({
    sheets: Object.entries(sheets).map(([name, rows]) => ({
      name,
      rows: rows.map((row) => [...row]),
    })),
  });
  return Buffer.from(bytes);
}

/** Reads rows of texts: a line for each row, with `|` between the cells. */
export const table = (text: string): readonly (readonly string[])[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));

/** Packs parts into a zip archive. `isStored` leaves them uncompressed. */
export function packZip(
  parts: Readonly<Record<string, string | Buffer>>,
  isStored = false,
): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content);
    const data = isStored ? bytes : deflateRawSync(bytes);
    const path = Buffer.from(name);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(20, 4);
    header.writeUInt16LE(isStored ? 0 : 8, 8);
    header.writeUInt32LE(crc32(bytes), 14);
    header.writeUInt32LE(data.length, 18);
    header.writeUInt32LE(bytes.length, 22);
    header.writeUInt16LE(path.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    header.copy(entry, 6, 4, 30);
    entry.writeUInt32LE(at, 42);
    local.push(header, path, data);
    central.push(entry, path);
    at += header.length + path.length + data.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(parts).length, 8);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...local, directory, end]);
}

const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** The parts of a workbook around its sheets, which are given as XML by their names. */
export function bookParts(
  sheets: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const names = Object.keys(sheets);
  const extra = Object.keys(more).map(
    (name) => `<Relationship Id="x${name}" Type="${RELATIONS}/${name}" Target="/xl/${name}.xml"/>`,
  );
  return {
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}"><Relationship Id="r" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<?xml version="1.0" encoding="UTF-8"?><workbook xmlns="${SPREADSHEET}" xmlns:r="${RELATIONS}"><sheets>${names
      .map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="s${i}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}">${names
      .map(
        (_, i) =>
          `<Relationship Id="s${i}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${i}.xml"/>`,
      )
      .join('')}${extra.join('')}</Relationships>`,
    ...Object.fromEntries(
      names.map((name, i) => [`xl/worksheets/sheet${i}.xml`, sheets[name] ?? '']),
    ),
    ...Object.fromEntries(Object.entries(more).map(([name, xml]) => [`xl/${name}.xml`, xml])),
  };
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A sheet with inline strings under the prefix `x`, without the references of cells, as some libraries write it. */
export const prefixedSheet = (rows: readonly (readonly string[])[]): string =>
  `<x:worksheet xmlns:x="${SPREADSHEET}"><x:sheetData>${rows
    .map(
      (row) =>
        `<x:row>${row
          .map((cell) =>
            cell === ''
              ? '<x:c/>'
              : `<x:c t="inlineStr"><x:is><x:t xml:space="preserve">${escaped(cell)}</x:t></x:is></x:c>`,
          )
          .join('')}</x:row>`,
    )
    .join('')}</x:sheetData></x:worksheet>`;

/** Sheets whose texts are shared and partly bold, as desktop programs write them. @returns sheets and their strings */
export function sharedSheets(sheets: Sheets): {
  readonly sheets: Readonly<Record<string, string>>;
  readonly strings: string;
} {
  const texts: string[] = [];
  const cellOf = (cell: Cell, reference: string): string => {
    if (cell === null || cell === '') return `<c r="${reference}" s="0"/>`;
    if (typeof cell === 'boolean') return `<c r="${reference}" t="b"><v>${cell ? 1 : 0}</v></c>`;
    // Numbers here are days, in the style of a date.
    if (typeof cell === 'number') return `<c r="${reference}" s="1"><v>${cell}</v></c>`;
    texts.push(cell);
    return `<c r="${reference}" t="s"><v>${texts.length - 1}</v></c>`;
  };
  const written = Object.fromEntries(
    Object.entries(sheets).map(([name, rows]) => [
      name,
      `<worksheet xmlns="${SPREADSHEET}"><sheetData>${rows
        .map(
          (row, i) =>
            // One row is left empty below the headers, as people do.
            `<row r="${i === 0 ? 1 : i + 2}">${row
              .map((cell, column) =>
                cellOf(cell, `${String.fromCharCode(65 + column)}${i === 0 ? 1 : i + 2}`),
              )
              .join('')}</row>`,
        )
        .join('')}</sheetData></worksheet>`,
    ]),
  );
  const items = texts.map((text) => {
    const [first = '', ...rest] = escaped(text).split(' ');
    return rest.length === 0
      ? `<si><t>${first}</t></si>`
      : `<si><r><t>${first}</t></r><r><rPr><b/></rPr><t xml:space="preserve"> ${rest.join(' ')}</t></r><rPh sb="0" eb="1"><t>no text</t></rPh></si>`;
  });
  return { sheets: written, strings: `<sst xmlns="${SPREADSHEET}">${items.join('')}</sst>` };
}

/** Style 1 is a date. */
export const STYLES = `<styleSheet xmlns="${SPREADSHEET}"><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`;
