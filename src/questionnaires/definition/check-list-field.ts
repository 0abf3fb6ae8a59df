// Faults of a choice from a shared list that its definition alone shows. Whether the list exists, and has the columns, is
// known to the storage.
import { isObject, type JsonObject, member } from '#kernel/json.ts';
import { fold } from '#kernel/text.ts';
import type { Names } from './check-references.ts';
import type { DefinitionFault } from './filter-definition.ts';
import { type LocatedQuestion, listIn, textIn } from './questions.ts';

/** Types of fields whose answers a chosen row can fill in. */
const FILLED: ReadonlySet<string> = new Set([
  'text',
  'comment',
  'radiogroup',
  'dropdown',
  'sharedlist',
]);
/** Types of fields whose answers can narrow a list. */
const NARROWING: ReadonlySet<string> = new Set([...FILLED, 'boolean']);

/** Returns the faults of a question; none of another type. */
export function faultsOfListField(
  names: Names,
  located: LocatedQuestion,
): readonly DefinitionFault[] {
  const { at, question, type } = located;
  if (type !== 'sharedlist') return [];
  if (textIn(question, 'list') === '') {
    return [{ at: `${at}.list`, kind: 'noList', text: 'Choose the list that people choose from.' }];
  }
  const filled = listIn(question, 'fillIn').flatMap((each, i) =>
    isObject(each) ? faultsOfFilled(names, located, each, `${at}.fillIn[${i}]`) : [],
  );
  return [...faultsOfFilter(names, located), ...filled];
}

function faultsOfFilter(names: Names, located: LocatedQuestion): readonly DefinitionFault[] {
  const { at, question } = located;
  const column = textIn(question, 'filterColumn');
  const field = textIn(question, 'filterField');
  if (column === '' && field === '') return [];
  if (column === '' || field === '') {
    const text =
      'To narrow the list, choose both a column and the field whose answer it must hold.';
    const missing = column === '' ? 'filterColumn' : 'filterField';
    return [{ at: `${at}.${missing}`, kind: 'halfFilter', text }];
  }
  return faultsOfField(names, located, field, `${at}.filterField`, NARROWING);
}

function faultsOfFilled(
  names: Names,
  located: LocatedQuestion,
  each: JsonObject,
  at: string,
): readonly DefinitionFault[] {
  const field = member(each, 'field');
  const column = member(each, 'column');
  if (typeof field !== 'string' || field === '' || column === '') {
    const text = 'Choose both a column and the field that it fills in.';
    return [{ at, kind: 'halfFilter', text }];
  }
  return faultsOfField(names, located, field, at, FILLED);
}

/** Returns the faults of a field that is named: it must be another one, in the same row or entry or in the form itself. */
function faultsOfField(
  names: Names,
  { question, sections, table }: LocatedQuestion,
  name: string,
  at: string,
  types: ReadonlySet<string>,
): readonly DefinitionFault[] {
  const around = [table, sections.at(-1)].map((holder) => holder && names.inside.get(holder));
  const found = [...around, names.fields]
    .map((members) => members?.get(fold(name)))
    .find((each) => each !== undefined);
  if (found === undefined || found.question === question) {
    const text = `It refers to {${name}}, and there is no such field. It may have been renamed, moved or deleted.`;
    return [{ at, kind: 'unknownField', values: { name }, text }];
  }
  if (types.has(found.type)) return [];
  const text = `The field {${name}} can not be used here, because of its type.`;
  return [{ at, kind: 'unfitField', values: { name }, text }];
}
