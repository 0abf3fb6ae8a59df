// Writes a template as an XLSForm (https://xlsform.org/en/ref-table), so that other programs can read it.
import { isObject, type JsonObject, type JsonValue, member, textOf } from '#kernel/json.ts';
import { cellTypeOf } from '#questionnaires/answers/answer-shapes.ts';
import { listIn } from '#questionnaires/definition/questions.ts';
import { type FieldLoss, type FormLoss, lossesOf, lossText } from './form-losses.ts';
import {
  chooseNames,
  fieldName,
  inEntries,
  inRow,
  inTable,
  type NamesInFile,
  type Place,
  TOP,
  textOfChoice,
} from './names-in-file.ts';
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
  readonly names: NamesInFile;
  readonly languages: Set<string>;
  readonly locale: string;
  readonly losses: FormLoss[];
}

export function writeXlsForm(title: string, definition: JsonObject): WrittenForm {
  const locale = textOf(member(definition, 'locale') ?? 'en') || 'en';
  const writing: Writing = {
    survey: [],
    lists: new Map(),
    names: chooseNames(definition),
    languages: new Set(),
    locale,
    losses: [],
  };
  const pages = listIn(definition, 'pages').filter(isObject);
  for (const [i, page] of pages.entries()) {
    const name = textOf(member(page, 'name') ?? '') || `page${i + 1}`;
    if (pages.length > 1)
      writing.survey.push({
        ...{ type: 'begin_group', appearance: 'field-list' },
        name: writing.names.freshName(name),
        ...sharedCells(writing, page, TOP, { name, title: titleOf(page), type: 'page' }),
      });
    writeAll(writing, listIn(page, 'elements'), TOP);
    if (pages.length > 1) writing.survey.push({ type: 'end_group' });
  }
  writeAll(writing, listIn(definition, 'elements'), TOP);
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

function writeAll(
  writing: Writing,
  elements: readonly JsonValue[],
  place: Place,
  section?: JsonObject,
): void {
  for (const element of elements.filter(isObject)) {
    const type = textOf(member(element, 'type') ?? '');
    writeElement(writing, { element, place, section }, type);
  }
}

/** A field, where it is, and the repeating section that has it. */
interface Placed {
  readonly element: JsonObject;
  readonly place: Place;
  readonly section: JsonObject | undefined;
}

function writeElement(writing: Writing, placed: Placed, type: string): void {
  const { element, place, section } = placed;
  const own = fieldName(element);
  const row = rowOf(writing, placed, type);
  const around = (what: 'group' | 'repeat', write: () => void, more: SurveyCells = {}) => {
    writing.survey.push({ ...row, type: `begin_${what}`, ...more });
    write();
    writing.survey.push({ type: `end_${what}` });
  };
  const nameOfRow = (value: JsonValue): string => {
    const at = `${own}.${textOfChoice(value)}`;
    return writing.names.nameOf(`${place.section}${at}`, at);
  };
  switch (type) {
    case 'panel':
      around('group', () => writeAll(writing, listIn(element, 'elements'), place, section));
      break;
    case 'paneldynamic': {
      const entries = inEntries(place, own);
      const fields = listIn(element, 'templateElements');
      around('repeat', () => writeAll(writing, fields, entries, element));
      break;
    }
    case 'matrixdynamic':
      around('repeat', () => writeColumns(writing, element, inTable(place, own)));
      break;
    case 'matrixdropdown':
      around('group', () => {
        for (const [i, value] of listIn(element, 'rows').entries()) {
          const group = { type: 'begin_group', name: nameOfRow(value) };
          writing.survey.push({ ...group, ...labelsOf(writing, value) });
          writeColumns(writing, element, inRow(place, own, textOfChoice(value)), i === 0);
          writing.survey.push({ type: 'end_group' });
        }
      });
      break;
    case 'matrix': {
      const list = listNamed(writing, listIn(element, 'columns'));
      const isEachAsked = member(element, 'eachRowRequired') === true;
      const write = () => {
        for (const value of listIn(element, 'rows')) {
          writing.survey.push({
            type: `select_one ${list}`,
            name: nameOfRow(value),
            ...labelsOf(writing, value),
            ...(isEachAsked && { required: 'yes' }),
          });
        }
      };
      around('group', write, { appearance: 'table-list' });
      break;
    }
    default:
      writing.survey.push({
        ...row,
        ...typeCells(element, type, (choices) => listNamed(writing, choices)),
      });
  }
}

/** @param isTold whether losses of the columns are told: those of fixed rows are written for each row, and told once */
function writeColumns(writing: Writing, table: JsonObject, place: Place, isTold = true): void {
  for (const column of listIn(table, 'columns').filter(isObject)) {
    const own = listIn(column, 'choices').length > 0 ? {} : { choices: listIn(table, 'choices') };
    const type = cellTypeOf(column, table);
    const name = fieldName(column);
    writing.survey.push({
      name: writing.names.nameOf(`${place.row}${name}`, name || 'group'),
      ...worded(writing, 'label', labelOf(column)),
      ...sharedCells(writing, column, place, { ...toldIn(table, column), type, isTold }),
      ...typeCells({ ...column, ...own }, type, (choices) => listNamed(writing, choices)),
    });
  }
}

/** Returns the cells that all types of rows have. */
function rowOf(writing: Writing, { element, place, section }: Placed, type: string): SurveyCells {
  const name = fieldName(element);
  const told = section ? toldIn(section, element) : { name, title: titleOf(element) };
  return {
    name: writing.names.nameOf(`${place.section}${name}`, name || 'group'),
    ...worded(writing, 'label', labelOf(element)),
    ...sharedCells(writing, element, place, { ...told, type }),
  };
}

const labelOf = (element: JsonObject): JsonValue =>
  member(element, 'title') ?? member(element, 'content') ?? fieldName(element);

/** Returns the name and title under which losses of an inner field are told. */
const toldIn = (holder: JsonObject, field: JsonObject) => ({
  name: `${fieldName(holder)}.${fieldName(field)}`,
  title: `${titleOf(holder)}: ${titleOf(field)}`,
});

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
  readonly isTold?: boolean;
}

function sharedCells(
  writing: Writing,
  element: JsonObject,
  place: Place,
  { name, title, type, isTold = true }: Told,
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
    const xpath = xpathOf(expression, {
      fieldOf: (of) => writing.names.referredTo(place, of),
      fieldIn: (section, of) => writing.names.referredIn(place, section, of),
    });
    if (xpath !== undefined) cells[column] = xpath;
    else losses.push({ kind: 'expression', expression });
  }
  if (losses.length > 0) cells['note'] = [...new Set(losses.map(lossText))].join('\n');
  if (isTold) writing.losses.push(...losses.map((each) => ({ ...each, name, title })));
  return cells;
}

/** Returns the title in the language of the template; the name if there is none. */
function titleOf(field: JsonObject): string {
  const title = member(field, 'title') ?? '';
  return textOf(isObject(title) ? (member(title, 'default') ?? '') : title) || fieldName(field);
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
