// The names of fields in an XLSForm. A reference there has nothing but a name, so each is unique in the whole file, while
// sections and tables of a template have inner fields with names of their own.
import { isObject, type JsonObject, type JsonValue, member, textOf } from '#kernel/json.ts';
import { listIn } from '#questionnaires/definition/questions.ts';

/** Where a field is, as what the key of each field begins with that `panel.` and `row.` name from there. */
export interface Place {
  readonly section: string;
  readonly row: string;
}

export const TOP: Place = { section: '', row: '' };

/** No name has it. */
const INSIDE = '\n';

/** Returns the place of the fields of a repeating section. */
export const inEntries = ({ section }: Place, name: string): Place => ({
  section: `${section}${name}${INSIDE}`,
  row: '',
});

/** Returns the place of the columns of a table, whose rows people add. */
export const inTable = ({ section }: Place, name: string): Place => ({
  section,
  row: `${section}${name}${INSIDE}`,
});

/** Returns the place of the cells of a fixed row. */
export const inRow = ({ section }: Place, table: string, row: string): Place => ({
  section,
  row: `${section}${table}.${row}.`,
});

/** Returns the key of what an expression calls by a name. */
function keyOf({ section, row }: Place, name: string): string {
  if (name.startsWith('panel.')) return `${section}${name.slice('panel.'.length)}`;
  return name.startsWith('row.') ? `${row}${name.slice('row.'.length)}` : name;
}

export interface NamesInFile {
  /** Returns the name of the field with a key; a new one for what has none. */
  nameOf(key: string, otherwise: string): string;
  /** Returns a name for what no expression refers to, such as a page. */
  freshName(wanted: string): string;
  /** Returns the name of what an expression refers to; undefined for what is no field of the form. */
  referredTo(place: Place, name: string): string | undefined;
  /** Returns the name of an inner field, of a section that an expression refers to. */
  referredIn(place: Place, section: string, name: string): string | undefined;
}

/** Chooses all names first, those of outer fields before those of inner ones: conditions may name fields that come later. */
export function chooseNames(definition: JsonObject): NamesInFile {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  /** Returns the name as XML allows it, and as nothing else in the file is called. */
  const fresh = (wanted: string, otherwise = wanted): string => {
    const candidates = [wanted, otherwise].map(inXml);
    for (let i = 1; ; i += 1) {
      const [first = '', second = ''] = candidates;
      const name = i === 1 ? first : i === 2 && second !== first ? second : `${second}_${i}`;
      if (taken.has(name.toLowerCase())) continue;
      taken.add(name.toLowerCase());
      return name;
    }
  };
  const reserve = (key: string, wanted: string, otherwise?: string): void => {
    if (wanted !== '' && !names.has(key)) names.set(key, fresh(wanted, otherwise));
  };
  const reserveCells = (field: JsonObject, section: string): void => {
    const table = fieldName(field);
    const columns = textOf(member(field, 'type')) === 'matrix' ? [] : listIn(field, 'columns');
    for (const row of listIn(field, 'rows').map(textOfChoice)) {
      reserve(`${section}${table}.${row}`, `${table}_${row}`);
      for (const column of columns.filter(isObject).map(fieldName)) {
        reserve(`${section}${table}.${row}.${column}`, `${table}_${row}_${column}`);
      }
    }
  };
  const collect = (holders: readonly Holder[]): void => {
    const fields = holders.flatMap(fieldsOf);
    if (fields.length === 0) return;
    for (const { field, section, owner } of fields) {
      const name = fieldName(field);
      reserve(`${section}${name}`, name, owner === '' ? name : `${owner}_${name}`);
      if (isOfFixedRows(field)) reserveCells(field, section);
    }
    collect(fields);
  };
  const pages = listIn(definition, 'pages').filter(isObject);
  collect([...pages, definition].map((field) => ({ field, section: '', owner: '' })));
  return {
    nameOf: (key, otherwise) => names.get(key) ?? fresh(otherwise),
    freshName: (wanted) => fresh(wanted),
    referredTo: (place, name) => names.get(keyOf(place, name)),
    referredIn: (place, section, name) => names.get(`${keyOf(place, section)}${INSIDE}${name}`),
  };
}

const inXml = (name: string): string =>
  name.replaceAll(/[^\p{L}\p{N}_.-]/gu, '_').replace(/^(?![\p{L}_])/u, '_');

/** A field, or a page, with the key of its section and the name of what repeats it. */
interface Holder {
  readonly field: JsonObject;
  readonly section: string;
  readonly owner: string;
}

function fieldsOf({ field: holder, section, owner }: Holder): readonly Holder[] {
  const isRepeated = /dynamic$/.test(textOf(member(holder, 'type')));
  const name = fieldName(holder);
  const of = isRepeated
    ? { section: inEntries({ section, row: '' }, name).section, owner: name }
    : { section, owner };
  return ['elements', 'templateElements', 'columns'].flatMap((key) =>
    // The cells of fixed rows have a name for each row.
    isOfFixedRows(holder) && key === 'columns'
      ? []
      : listIn(holder, key)
          .filter(isObject)
          .map((field) => ({ field, ...of })),
  );
}

export const fieldName = (field: JsonObject): string => textOf(member(field, 'name') ?? '');

export const textOfChoice = (choice: JsonValue): string =>
  textOf(isObject(choice) ? (member(choice, 'value') ?? '') : choice);

const isOfFixedRows = (field: JsonObject): boolean =>
  /^matrix(?:dropdown)?$/.test(textOf(member(field, 'type') ?? ''));
