// Names that expressions and texts refer to: fields, columns and choices. The engine treats the name of a renamed or
// deleted field as an empty answer and reports nothing, so these checks do.
import { isObject, type JsonObject, type JsonValue, member, textOf } from '#kernel/json.ts';
import { fold } from '#kernel/text.ts';
import { fixedRowsOf, isTable } from '#questionnaires/answers/answer-shapes.ts';
import { type Comparison, comparisonsIn, plainly, SAME } from './comparisons.ts';
import type { DefinitionFault } from './filter-definition.ts';
import { choiceValuesOf, hasChoices, type LocatedQuestion, listIn, textIn } from './questions.ts';
import { columnsIn, missingNames, type QuotedNames, quotedNamesIn } from './quoted-names.ts';
import { isStaticType } from './static-types.ts';
import { nameIn, tokensOf, withoutQuotes } from './tokens.ts';

type Members = ReadonlyMap<string, LocatedQuestion>;

export interface Names {
  /** The fields of the form itself. */
  readonly fields: Members;
  /** The columns of each table, and the fields of each repeating section. */
  readonly inside: ReadonlyMap<JsonObject, Members>;
  readonly quoted: QuotedNames;
}

/** Collects the names that can be referred to. */
export function namesIn(questions: readonly LocatedQuestion[]): Names {
  const fields = new Map<string, LocatedQuestion>();
  const inside = new Map<JsonObject, Map<string, LocatedQuestion>>();
  for (const located of questions) {
    const { question, type, sections, table } = located;
    if (type === 'panel' || type === 'page' || isStaticType(type)) continue;
    const holder = table ?? sections.at(-1);
    const members = holder === undefined ? fields : (inside.get(holder) ?? new Map());
    members.set(fold(textIn(question, 'name')), located);
    if (holder !== undefined) inside.set(holder, members);
    // Also sets an empty map for one without any fields, so that every name in it is unknown.
    if (type === 'paneldynamic' || isTable(type)) inside.set(question, new Map());
  }
  return { fields, inside, quoted: quotedNamesIn(questions) };
}

/** Words of the engine that are no fields: the row itself, the choice that is checked, parts of a title. */
const WORDS: ReadonlySet<string> = new Set(
  'locale pageno pagecount item choice rowindex panelindex visiblepanelindex rowvalue rowname rowtitle index no require title'.split(
    ' ',
  ),
);

const PARTS_OF_ROW: ReadonlySet<string> = new Set(['row', 'prevrow', 'nextrow', 'totalrow']);
const PARTS_OF_ENTRY: ReadonlySet<string> = new Set(['panel', 'prevpanel', 'nextpanel']);

const REFERRING = /(?:If|Expression|^expression)$/;
const TEXTS = ['title', 'description', 'templateTitle', 'templateDescription'] as const;

/** Returns the faults of a question, column, panel or page: of its expressions, texts, choices and validators. */
export function faultsOfReferences(
  names: Names,
  located: LocatedQuestion,
): readonly DefinitionFault[] {
  const { at, question } = located;
  const parts: readonly (readonly [string, JsonObject])[] = [
    [at, question],
    ...['choices', 'rateValues', 'validators'].flatMap((list) =>
      listIn(question, list).flatMap((each, i) =>
        isObject(each) ? [[`${at}.${list}[${i}]`, each] as const] : [],
      ),
    ),
  ];
  return parts.flatMap(([position, holder]) => faultsIn(names, located, position, holder));
}

function faultsIn(
  names: Names,
  located: LocatedQuestion,
  at: string,
  holder: JsonObject,
): readonly DefinitionFault[] {
  const expressions = Object.entries(holder).flatMap(([property, value]) =>
    REFERRING.test(property) && typeof value === 'string'
      ? faultsOfExpression(names, scopeOf(located, property), `${at}.${property}`, value)
      : [],
  );
  const texts = TEXTS.flatMap((property) =>
    wordings(member(holder, property)).flatMap((text) =>
      // Braces around anything but a name are plain text.
      [...text.matchAll(/\{([\p{L}\p{N}_.[\]-]+)\}/gu)].flatMap(([, name = '']) =>
        find(names, scopeOf(located, property), name) === undefined
          ? [unknown(`${at}.${property}`, name)]
          : [],
      ),
    ),
  );
  return [...expressions, ...texts];
}

/** Returns the scope of a text: the title and the condition of an entry refer to the fields of that entry. */
const scopeOf = (located: LocatedQuestion, property: string): LocatedQuestion =>
  located.type === 'paneldynamic' && property.startsWith('template')
    ? { ...located, sections: [...located.sections, located.question] }
    : located;

const wordings = (value: JsonValue | undefined): readonly string[] =>
  (isObject(value) ? Object.values(value) : [value]).filter((each) => typeof each === 'string');

function faultsOfExpression(
  names: Names,
  located: LocatedQuestion,
  at: string,
  text: string,
): readonly DefinitionFault[] {
  const tokens = tokensOf(text);
  const named = tokens.flatMap((token) =>
    token.kind !== 'name' || find(names, located, nameIn(token)) !== undefined
      ? []
      : [unknown(at, nameIn(token))],
  );
  const missing = missingNames(names.quoted, located, tokens).map((name) => unknown(at, name));
  const columns = columnsIn(tokens).flatMap(({ list, column }) => {
    const found = find(names, located, list);
    if (found === undefined || found === 'other') return [];
    const members = names.inside.get(found.question);
    if (members === undefined) return [];
    const inside = members.get(fold(column));
    // The engine finds no value under a name in other letters, so the sum would be 0 for every form.
    const isFound = inside !== undefined && textIn(inside.question, 'name') === column;
    return isFound ? [] : [unknown(at, `${list}.${column}`)];
  });
  const values = comparisonsIn(tokens).flatMap((comparison) => {
    const found = find(names, located, comparison.name);
    return [...faultsOfValues(found, at, comparison), ...faultsOfList(found, at, comparison)];
  });
  return [...named, ...missing, ...columns, ...values];
}

/** Returns a fault for each value that is no choice of the field, because no answer ever equals it. */
function faultsOfValues(
  found: LocatedQuestion | 'other' | undefined,
  at: string,
  { name: spelledName, values }: Comparison,
): readonly DefinitionFault[] {
  if (found === undefined || found === 'other' || !hasChoices(found.type)) return [];
  if (!isAnswerOf(found, spelledName)) return [];
  if (member(found.question, 'showOtherItem') === true) return [];
  const known = choiceValuesOf(found);
  const hasNone = member(found.question, 'showNoneItem') === true;
  return values.flatMap((spelled) => {
    const isText = /^['"]/.test(spelled);
    const value = isText ? withoutQuotes(spelled) : spelled;
    if (value === '' || known.has(value) || (hasNone && value === 'none')) return [];
    const name = plainly(spelledName);
    const text = `${name} is compared with ${JSON.stringify(value)}, which is none of its choices.`;
    return [{ at, kind: 'unknownChoice', values: { name, value }, text }];
  });
}

/** Returns whether a name means the answer, and not a part of it such as `{parts.length}`. */
const isAnswerOf = ({ question }: LocatedQuestion, spelled: string): boolean =>
  fold(plainly(spelled)).split('.').at(-1) === fold(textIn(question, 'name'));

const holdsList = ({ type, question }: LocatedQuestion): boolean =>
  type === 'checkbox' ||
  type === 'ranking' ||
  (type === 'imagepicker' && member(question, 'multiSelect') === true);

/** Reports Checkboxes compared with one choice: the answer is a list, so "is" never holds and "is not" always does. */
function faultsOfList(
  found: LocatedQuestion | 'other' | undefined,
  at: string,
  { name: spelled, how, values, isList }: Comparison,
): readonly DefinitionFault[] {
  if (found === undefined || found === 'other' || !holdsList(found)) return [];
  if (!isAnswerOf(found, spelled)) return [];
  // A list can equal a list, and comparing with an empty text asks whether the answer is empty.
  if (!SAME.has(how) || isList || /^(?:''|"")$/.test(values[0] ?? '')) return [];
  const name = plainly(spelled);
  const text = `${name} has several choices, and a list never is one choice. Use "contains" or "notcontains".`;
  return [{ at, kind: 'listCompared', values: { name }, text }];
}

/** Returns the field that a name refers to; `other` for the engine's own names. */
function find(
  names: Names,
  { sections, table }: LocatedQuestion,
  spelled: string,
): LocatedQuestion | 'other' | undefined {
  const name = fold(plainly(spelled));
  // `$` starts a property of a question, which the form builder does not offer.
  if (name === '' || name.startsWith('$') || WORDS.has(name)) return 'other';
  const [first = '', ...rest] = name.split(/[.[]/);
  const inner = name.slice(first.length + 1);
  const section = sections.at(-1);
  if (table !== undefined && PARTS_OF_ROW.has(first)) return findIn(names, table, inner);
  if (section !== undefined && PARTS_OF_ENTRY.has(first)) return findIn(names, section, inner);
  if (first === 'parentpanel' && sections.length > 1) {
    return findIn(names, sections.at(-2), inner);
  }
  const field = names.fields.get(first);
  if (field === undefined) {
    const isBeside = /-(?:comment|total)$/.test(first);
    return isBeside && names.fields.has(first.replace(/-(?:comment|total)$/, ''))
      ? 'other'
      : undefined;
  }
  return rest.length === 0 ? field : findInside(names, field, name, rest);
}

/** Finds what a name means in a table, a repeating section or a Likert scale: the field itself for another one. */
function findInside(
  names: Names,
  field: LocatedQuestion,
  name: string,
  rest: readonly string[],
): LocatedQuestion | 'other' | undefined {
  const { type, question } = field;
  if (type === 'matrix') return findRow(field, rest[0]);
  if (!names.inside.has(question)) return field;
  if (type === 'matrixdropdown') return findInFixedRow(names, question, rest);
  return findIn(names, question, name.replace(/^[^[]*\[[^\]]*\]\.?/, ''));
}

/** Finds the cell that `{checks.brakes.result}` names; `other` for a whole row. */
function findInFixedRow(
  names: Names,
  table: JsonObject,
  [row = '', cell]: readonly string[],
): LocatedQuestion | 'other' | undefined {
  if (!hasRow(table, row)) return undefined;
  return cell === undefined ? 'other' : findIn(names, table, cell);
}

/** Finds the row of a Likert scale that `{service.speed}` names, as the choice that it is. */
function findRow(scale: LocatedQuestion, row = ''): LocatedQuestion | undefined {
  if (!hasRow(scale.question, row)) return undefined;
  const question = { name: row, choices: listIn(scale.question, 'columns') };
  return { ...scale, question, type: 'radiogroup' };
}

const hasRow = (table: JsonObject, row: string): boolean =>
  fixedRowsOf(table).some((value) => fold(textOf(value ?? '')) === row);

function findIn(
  names: Names,
  holder: JsonObject | undefined,
  rest: string,
): LocatedQuestion | 'other' | undefined {
  const members = holder && names.inside.get(holder);
  const [first = ''] = rest.split(/[.[]/);
  if (first === '') return 'other';
  const found = members?.get(first.replace(/-comment$/, '')) ?? members?.get(first);
  if (found === undefined || !names.inside.has(found.question) || !rest.includes('].'))
    return found;
  return findIn(names, found.question, rest.slice(rest.indexOf('].') + 2));
}

function unknown(at: string, spelled: string): DefinitionFault {
  const name = plainly(spelled);
  const text = `It refers to {${name}}, and there is no such field. It may have been renamed, moved or deleted.`;
  return { at, kind: 'unknownField', values: { name }, text };
}
