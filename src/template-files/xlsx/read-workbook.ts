// The cells of a workbook (ECMA-376 part 1 §18) as texts: shared strings, inline strings, numbers, days and times.
import { damaged, ImportRefused } from '#template-files/refusal.ts';
import { dateFormatsIn, spellDay } from './date-cells.ts';
import { readXml } from './read-xml.ts';
import { type Archive, openArchive } from './zip-entries.ts';

/** The most rows with content of all sheets that are read. */
export const MAX_ROWS = 20_000;
/** The most bytes of XML, inflated. */
export const MAX_BYTES = 67_108_864;
export const MAX_COLUMNS = 300;
/** The most characters of all cells: thousands of cells may share one long text. */
export const MAX_TEXT = 16_000_000;
/** The limit of Excel for the text of a cell. */
const MAX_CELL = 32_767;

export interface SheetRow {
  /** 1, 2, 3, … as spreadsheets show it. */
  readonly number: number;
  /** The texts by the index of the column, from 0. Empty cells are left out. */
  readonly cells: ReadonlyMap<number, string>;
}

/** The sheets of a workbook. */
export interface Workbook {
  /** In the order of the workbook. */
  readonly names: readonly string[];
  /** Returns the rows with content; empty when there is no sheet of this name. Letter case does not count. */
  rowsOf(name: string): readonly SheetRow[];
}

interface Parts {
  readonly archive: Archive;
  readonly shared: readonly string[];
  readonly isDate: (style: number) => boolean;
  readonly since1904: boolean;
  /** The characters that further cells may have. */
  readonly room: { left: number };
}

/** Opens a workbook. @throws ImportRefused when it is damaged or too large */
export function readWorkbook(bytes: Buffer): Workbook {
  const archive = openArchive(bytes, MAX_BYTES);
  const root = partOf(archive, '_rels/.rels', ({ type }) => type.endsWith('/officeDocument'));
  const path = root?.target ?? 'xl/workbook.xml';
  const book = archive.read(path);
  if (book === undefined) throw damaged(path);
  const { sheets, since1904 } = readBook(book, path);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const links = linksOf(archive, `${folder}_rels/${path.slice(folder.length)}.rels`, folder);
  const targetOf = (type: string) => links.find((link) => link.type.endsWith(type))?.target;
  const shared = targetOf('/sharedStrings');
  const styles = targetOf('/styles');
  const parts: Parts = {
    archive,
    shared: shared === undefined ? [] : readShared(archive.read(shared), shared),
    isDate: dateFormatsIn(styles === undefined ? undefined : archive.read(styles)),
    since1904,
    room: { left: MAX_TEXT },
  };
  let left = MAX_ROWS;
  return {
    names: sheets.map(({ name }) => name),
    rowsOf(name) {
      const wanted = name.toLowerCase();
      const sheet = sheets.find((each) => each.name.trim().toLowerCase() === wanted);
      const target = links.find(({ id }) => id === sheet?.link)?.target;
      if (target === undefined) return [];
      const rows = readSheet(parts, target, left);
      left -= rows.length;
      return rows;
    },
  };
}

interface Link {
  readonly id: string;
  readonly type: string;
  /** A path in the archive. */
  readonly target: string;
}

const partOf = (archive: Archive, path: string, wanted: (link: Link) => boolean) =>
  linksOf(archive, path, '').find(wanted);

/** Reads the relationships of a part, those to other archives and addresses left out. */
function linksOf(archive: Archive, path: string, folder: string): readonly Link[] {
  const bytes = archive.read(path);
  const links: Link[] = [];
  if (bytes === undefined) return links;
  readXml(bytes, path, {
    open(name, attributes) {
      const target = attributes.get('Target') ?? '';
      if (name !== 'Relationship' || attributes.get('TargetMode') === 'External') return;
      links.push({
        id: attributes.get('Id') ?? '',
        type: attributes.get('Type') ?? '',
        target: target.startsWith('/') ? target.slice(1) : `${folder}${target.replace('./', '')}`,
      });
    },
  });
  return links;
}

function readBook(bytes: Buffer, path: string) {
  const sheets: { readonly name: string; readonly link: string }[] = [];
  let since1904 = false;
  readXml(bytes, path, {
    open(name, attributes) {
      if (name === 'workbookPr') since1904 = /^(?:1|true)$/.test(attributes.get('date1904') ?? '');
      if (name !== 'sheet') return;
      const id = [...attributes].find(([key]) => key === 'id' || key.endsWith(':id'));
      sheets.push({ name: attributes.get('name') ?? '', link: id?.[1] ?? '' });
    },
  });
  return { sheets, since1904 };
}

/** Reads the shared strings. Phonetic readings (`rPh`) are no part of a text. */
function readShared(bytes: Buffer | undefined, path: string): readonly string[] {
  const texts: string[] = [];
  if (bytes === undefined) return texts;
  let text = '';
  let isText = false;
  let phonetic = 0;
  readXml(bytes, path, {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') phonetic += 1;
      isText = name === 't' && phonetic === 0;
    },
    text(more) {
      if (isText) text += more;
    },
    close(name) {
      isText = false;
      if (name === 'rPh') phonetic -= 1;
      if (name === 'si') texts.push(clean(text));
    },
  });
  return texts;
}

interface Cell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
  text: string;
}

function readSheet(parts: Parts, path: string, most: number): readonly SheetRow[] {
  const bytes = parts.archive.read(path);
  if (bytes === undefined) throw damaged(path);
  const rows: SheetRow[] = [];
  let number = 0;
  let cells = new Map<number, string>();
  let cell: Cell | undefined;
  let last = -1;
  let isValue = false;
  readXml(bytes, path, {
    open(name, attributes) {
      if (name === 'row') {
        number = Number(attributes.get('r') ?? number + 1);
        cells = new Map();
        last = -1;
      } else if (name === 'c') {
        last = columnOf(attributes.get('r')) ?? last + 1;
        const type = attributes.get('t') ?? 'n';
        cell = { column: last, type, style: Number(attributes.get('s') ?? 0), text: '' };
      }
      isValue = name === 'v' || name === 't';
    },
    text(text) {
      if (isValue && cell !== undefined) cell.text += text;
    },
    close(name) {
      isValue = false;
      if (name === 'c' && cell !== undefined) {
        const text = textOfCell(parts, cell);
        parts.room.left -= text.length;
        if (parts.room.left < 0) throw tooLarge();
        if (text !== '' && cell.column < MAX_COLUMNS) cells.set(cell.column, text);
        cell = undefined;
      }
      if (name !== 'row' || cells.size === 0) return;
      if (rows.length >= most) throw new ImportRefused({ reason: 'import-rows', limit: MAX_ROWS });
      rows.push({ number, cells });
    },
  });
  return rows;
}

const tooLarge = (): ImportRefused =>
  new ImportRefused({ reason: 'import-size', limit: MAX_BYTES });

/** Returns the index of the column of a reference such as `AB12`, from 0. */
function columnOf(reference: string | undefined): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(reference ?? '') ?? [];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function textOfCell({ shared, isDate, since1904 }: Parts, { type, style, text }: Cell): string {
  switch (type) {
    case 's':
      return shared[Number(text)] ?? '';
    case 'b':
      return text.trim() === '1' ? 'TRUE' : 'FALSE';
    case 'n': {
      const number = text.trim() === '' ? Number.NaN : Number(text);
      if (Number.isNaN(number)) return clean(text);
      return isDate(style) ? spellDay(number, since1904) : String(number);
    }
    default:
      return clean(text);
  }
}

/** Returns a text without outer spaces, with the characters that workbooks escape (ECMA-376 part 1 §22.9.2.19). */
export const clean = (text: string): string =>
  text
    .replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replaceAll('\0', '')
    .replaceAll('\u00a0', ' ')
    .slice(0, MAX_CELL)
    .toWellFormed()
    .trim();
