// Writes a template as an XLSForm (https://xlsform.org/en/ref-table), so that other programs can read it.
import { isObject, type JsonObject, type JsonValue, member, textOf } from '#kernel/json.ts';
import { cellTypeOf } from '#questionnaires/answers/answer-shapes.ts';
import { listIn } from '#questionnaires/definition/questions.ts';
import { type FieldLoss, type FormLoss, lossesOf, lossText } from './form-losses.ts';
import { xpathOf } from './write-expression.ts';
import { type SurveyCells, typeCells } from './xlsform-types.ts';

/** The rows of each sheet, the first one with the headers. */
export interface FormSheets {
  readonly survey: readonly (readonly string[])[];
  readonly choices: readonly (readonly string[])[];
  readonly settings: readonly (readonly string[])[];
}

export interface WrittenForm {
  readonly sheets: FormSheets;
  /** What the sheets cannot say, in the order of the fields. */
  readonly losses: readonly FormLoss[];
}

interface Writing {
  readonly survey: SurveyCells[];
  /** The lists by their choices, so that fields with the same ones share a list. */
  readonly lists: Map<string, { readonly name: string; readonly choices: readonly JsonValue[] }>;
  /** Names in the file by those in the template. */
  readonly names: Map<string, string>;
  readonly languages: Set<string>;
  readonly locale: string;
  readonly losses: FormLoss[];
}

export function writeXlsForm(title: string, definition: JsonObject): WrittenForm {
  const locale = textOf(member(definition, 'locale') ?? 'en') || 'en';
  const writing: Writing = {
    survey: [],
    lists: new Map(),
    names: new Map(),
    languages: new Set(),
    locale,
    losses: [],
  };
  const pages = listIn(definition, 'pages').filter(isObject);
  collectNames(writing, [...pages, definition]);
  for (const [i, page] of pages.entries()) {
    const name = textOf(member(page, 'name') ?? '') || `page${i + 1}`;
    const group = { type: 'begin_group', name: fresh(writing, name), appearance: 'field-list' };
    if (pages.length > 1)
      writing.survey.push({
        ...group,
        ...sharedCells(writing, page, { name, title: titleOf(page), type: 'page' }),
      });
    writeAll(writing, listIn(page, 'elements'));
    if (pages.length > 1) writing.survey.push({ type: 'end_group' });
  }
  writeAll(writing, listIn(definition, 'elements'));
  const choices = choiceRows(writing);
  return {
    sheets: {
      survey: tableOf(writing, [...writing.survey], 'type name'),
      choices: tableOf(writing, choices, 'list_name name'),
      settings: [
        ['form_title', 'style', 'default_language'],
        [title, pages.length > 1 ? 'pages' : '', languageOf(locale)],
      ],
    },
    losses: writing.losses,
  };
}

/** Reserves a name for each field first: conditions may name fields that come later. */
function collectNames(writing: Writing, holders: readonly JsonObject[]): void {
  const fields = holders.flatMap((holder) =>
    ['elements', 'templateElements', 'columns'].flatMap((key) =>
      // The cells of fixed rows have a name for each row.
      isOfFixedRows(holder) && key === 'columns' ? [] : listIn(holder, key).filter(isObject),
    ),
  );
  if (fields.length === 0) return;
  for (const field of fields) {
    const name = nameOf(field);
    reserve(writing, name, name);
    if (!isOfFixedRows(field)) continue;
    const columns = member(field, 'type') === 'matrix' ? [] : listIn(field, 'columns');
    for (const row of listIn(field, 'rows').map(textOfChoice)) {
      reserve(writing, `${name}.${row}`, `${name}_${row}`);
      for (const column of columns.filter(isObject).map(nameOf)) {
        reserve(writing, `${name}.${row}.${column}`, `${name}_${row}_${column}`);
      }
    }
  }
  collectNames(writing, fields);
}

const nameOf = (field: JsonObject): string => textOf(member(field, 'name') ?? '');

const isOfFixedRows = (field: JsonObject): boolean =>
  /^matrix(?:dropdown)?$/.test(textOf(member(field, 'type') ?? ''));

function reserve(writing: Writing, name: string, wanted: string): void {
  if (name !== '' && !writing.names.has(name)) writing.names.set(name, fresh(writing, wanted));
}

/** Returns the name as XML allows it, and as nothing else in the file is called. */
function fresh({ names }: Writing, wanted: string): string {
  const plain = wanted.replaceAll(/[^\p{L}\p{N}_.-]/gu, '_').replace(/^(?![\p{L}_])/u, '_');
  const taken = new Set([...names.values()].map((name) => name.toLowerCase()));
  for (let i = 1; ; i += 1) {
    const name = i === 1 ? plain : `${plain}_${i}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}

function writeAll(writing: Writing, elements: readonly JsonValue[]): void {
  for (const element of elements) {
    if (isObject(element)) writeElement(writing, element, textOf(member(element, 'type') ?? ''));
  }
}

function writeElement(writing: Writing, element: JsonObject, type: string): void {
  const around = (what: 'group' | 'repeat', write: () => void, more: SurveyCells = {}) => {
    writing.survey.push({ ...rowOf(writing, element, type), type: `begin_${what}`, ...more });
    write();
    writing.survey.push({ type: `end_${what}` });
  };
  switch (type) {
    case 'panel':
      around('group', () => writeAll(writing, listIn(element, 'elements')));
      break;
    case 'paneldynamic':
      around('repeat', () => writeAll(writing, listIn(element, 'templateElements')));
      break;
    case 'matrixdynamic':
      around('repeat', () => writeColumns(writing, element));
      break;
    case 'matrixdropdown':
      around('group', () => {
        for (const row of listIn(element, 'rows')) {
          const at = `${nameOf(element)}.${textOfChoice(row)}`;
          const name = nameIn(writing, at);
          writing.survey.push({ type: 'begin_group', name, ...labelsOf(writing, row) });
          writeColumns(writing, element, `${at}.`);
          writing.survey.push({ type: 'end_group' });
        }
      });
      break;
    case 'matrix': {
      const list = listNamed(writing, listIn(element, 'columns'));
      const isEachAsked = member(element, 'eachRowRequired') === true;
      const write = () => {
        for (const row of listIn(element, 'rows')) {
          const name = nameIn(writing, `${nameOf(element)}.${textOfChoice(row)}`);
          writing.survey.push({
            type: `select_one ${list}`,
            name,
            ...labelsOf(writing, row),
            ...(isEachAsked && { required: 'yes' }),
          });
        }
      };
      around('group', write, { appearance: 'table-list' });
      break;
    }
    default:
      writing.survey.push({
        ...rowOf(writing, element, type),
        ...typeCells(element, type, (choices) => listNamed(writing, choices)),
      });
  }
}

/** @param row the row of a table with fixed rows, such as `checks.brakes.` */
function writeColumns(writing: Writing, table: JsonObject, row = ''): void {
  for (const column of listIn(table, 'columns')) {
    if (!isObject(column)) continue;
    const own = listIn(column, 'choices').length > 0 ? {} : { choices: listIn(table, 'choices') };
    const type = cellTypeOf(column, table);
    writing.survey.push({
      ...rowOf(writing, column, type, { table, row }),
      ...typeCells({ ...column, ...own }, type, (choices) => listNamed(writing, choices)),
    });
  }
}

/** Where a column is: in a table, and in one of its rows if they are fixed. */
interface ColumnPlace {
  readonly table: JsonObject;
  readonly row: string;
}

/** Returns the cells that all types of rows have. */
function rowOf(
  writing: Writing,
  element: JsonObject,
  type: string,
  place?: ColumnPlace,
): SurveyCells {
  const name = nameOf(element);
  const label = member(element, 'title') ?? member(element, 'content') ?? name;
  const told =
    place === undefined
      ? { name, title: titleOf(element) }
      : {
          name: `${nameOf(place.table)}.${name}`,
          title: `${titleOf(place.table)}: ${titleOf(element)}`,
        };
  return {
    name: nameIn(writing, `${place?.row ?? ''}${name}`),
    ...worded(writing, 'label', label),
    ...sharedCells(writing, element, { ...told, type, row: place?.row }),
  };
}

const nameIn = (writing: Writing, name: string): string =>
  writing.names.get(name) ?? fresh(writing, name || 'group');

const EXPRESSIONS = [
  ['visibleIf', 'relevant'],
  ['requiredIf', 'required'],
  ['expression', 'calculation'],
] as const;

interface Told {
  /** The name and title under which losses of the field are told. */
  readonly name: string;
  readonly title: string;
  readonly type: string;
  readonly row?: string | undefined;
}

function sharedCells(
  writing: Writing,
  element: JsonObject,
  { name, title, type, row = '' }: Told,
): SurveyCells {
  const losses: FieldLoss[] = [...lossesOf(element, type)];
  const cells: Record<string, string> = {
    ...worded(writing, 'hint', member(element, 'description')),
    ...worded(writing, 'required_message', member(element, 'requiredErrorText')),
  };
  if (member(element, 'isRequired') === true) cells['required'] = 'yes';
  if (member(element, 'readOnly') === true) cells['read_only'] = 'yes';
  const start = member(element, 'defaultValue');
  if (start !== undefined && typeof start !== 'object') cells['default'] = textOf(start);
  const bounds = [boundOf(element, 'min', '>='), boundOf(element, 'max', '<=')].join(' and ');
  if (bounds !== ' and ') cells['constraint'] = bounds.replace(/^ and | and $/, '');
  for (const [property, column] of EXPRESSIONS) {
    const expression = member(element, property);
    if (typeof expression !== 'string' || expression === '') continue;
    const fieldOf = (of: string) => writing.names.get(of.replace(/^row\./, row));
    const xpath = xpathOf(expression, { fieldOf });
    if (xpath !== undefined) cells[column] = xpath;
    else losses.push({ kind: 'expression', expression });
  }
  if (losses.length > 0) cells['note'] = losses.map(lossText).join('\n');
  tell(writing, { name, title }, losses);
  return cells;
}

/** A column of a table with fixed rows is written for each row, and told once. */
function tell(
  { losses }: Writing,
  field: Pick<FormLoss, 'name' | 'title'>,
  found: readonly FieldLoss[],
): void {
  if (losses.some(({ name }) => name === field.name)) return;
  losses.push(...found.map((each) => ({ ...each, ...field })));
}

/** Returns the title in the language of the template; the name if there is none. */
function titleOf(field: JsonObject): string {
  const title = member(field, 'title') ?? '';
  return textOf(isObject(title) ? (member(title, 'default') ?? '') : title) || nameOf(field);
}

function boundOf(element: JsonObject, name: 'min' | 'max', sign: string): string {
  const bound = member(element, name);
  if (member(element, 'type') === 'slider') return '';
  if (typeof bound === 'number') return `. ${sign} ${bound}`;
  const isDay = typeof bound === 'string' && /^\d{4}-\d\d-\d\d$/.test(bound);
  return isDay ? `. ${sign} date('${bound}')` : '';
}

/** Returns the cells of a text: one, or one for each language. */
function worded(writing: Writing, column: string, text: JsonValue | undefined): SurveyCells {
  if (text === undefined || text === '') return {};
  if (!isObject(text)) return { [column]: textOf(text) };
  const cells = Object.entries(text).map(([language, words]) => {
    const code = language === 'default' ? writing.locale : language;
    writing.languages.add(code);
    return [`${column}::${languageOf(code)}`, textOf(words)] as const;
  });
  return Object.fromEntries(cells);
}

const NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

function languageOf(code: string): string {
  const name = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(code) ? NAMES.of(code) : code;
  return `${name ?? code} (${code})`;
}

function listNamed({ lists }: Writing, choices: readonly JsonValue[]): string {
  const key = JSON.stringify(choices);
  const known = lists.get(key);
  if (known !== undefined) return known.name;
  const name = `list_${lists.size + 1}`;
  lists.set(key, { name, choices });
  return name;
}

const choiceRows = (writing: Writing): readonly SurveyCells[] =>
  [...writing.lists.values()].flatMap(({ name, choices }) =>
    choices.map((choice) => ({
      list_name: name,
      // Several choices are separated by spaces there.
      name: textOfChoice(choice).replaceAll(/\s+/g, '_'),
      ...labelsOf(writing, choice),
    })),
  );

const textOfChoice = (choice: JsonValue): string =>
  textOf(isObject(choice) ? (member(choice, 'value') ?? '') : choice);

const labelsOf = (writing: Writing, choice: JsonValue): SurveyCells =>
  worded(writing, 'label', (isObject(choice) && member(choice, 'text')) || textOfChoice(choice));

/** Returns a table with all columns that have a cell; a text without languages is in that of the form. */
function tableOf(
  { languages, locale }: Writing,
  rows: readonly SurveyCells[],
  first: string,
): readonly (readonly string[])[] {
  const isTranslated = languages.size > 0;
  const named = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([column, text]) => {
        const isText = /^(?:label|hint|required_message)$/.test(column);
        return [isTranslated && isText ? `${column}::${languageOf(locale)}` : column, text];
      }),
    ),
  );
  const columns = [...new Set([...first.split(' '), ...named.flatMap((row) => Object.keys(row))])];
  return [columns, ...named.map((row) => columns.map((column) => cellText(row[column] ?? '')))];
}

/** The longest text of a cell, and no character that XML lacks. */
const cellText = (text: string): string =>
  text
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .slice(0, 32_000)
    .toWellFormed();
