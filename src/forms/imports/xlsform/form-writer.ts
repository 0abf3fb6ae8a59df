// What all fields of an import share: texts, expressions and notes of their rows.
import type { NoteKind, Notes } from '#forms/imports/notes.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { ChoiceLists } from './choices.ts';
import { parseExpression } from './parse-expression.ts';
import type { FormRow } from './read-sheets.ts';
import type { SurveyItem } from './survey-tree.ts';
import { translate } from './translate.ts';
import type { Wording, WordingOf } from './wordings.ts';
import { type Scope, Untranslatable } from './written.ts';

export interface FormWriter {
  readonly lists: ChoiceLists;
  readonly names: ReadonlyMap<SurveyItem, string>;
  scopeOf(item: SurveyItem, extra?: Partial<Scope>): Scope;
  /** Returns a text of the item's row, with references to other fields. */
  textOf(item: SurveyItem, column: string, row?: FormRow): Wording | undefined;
  /** Translates the expression in a column; undefined, and noted, when Formstead cannot have it. */
  expressionIn(item: SurveyItem, column: string, extra?: Partial<Scope>): string | undefined;
  note(item: SurveyItem, kind: NoteKind, values?: Readonly<Record<string, string | number>>): void;
}

interface Parts {
  readonly notes: Notes;
  readonly wordingOf: WordingOf;
  readonly lists: ChoiceLists;
  readonly names: ReadonlyMap<SurveyItem, string>;
  readonly scopeOf: FormWriter['scopeOf'];
}

export function createFormWriter({ notes, wordingOf, lists, names, scopeOf }: Parts): FormWriter {
  const note: FormWriter['note'] = ({ row: { sheet, row }, spelled }, kind, values) =>
    notes.add(kind, { sheet, row, name: spelled }, values);
  return {
    lists,
    names,
    scopeOf,
    note,
    textOf: (item, column, row = item.row) =>
      wordingOf(row, column, (name) => shownReference(scopeOf(item), name)),
    expressionIn(item, column, extra) {
      const text = item.row.get(column);
      if (text === '') return undefined;
      const parsed = parseExpression(text);
      if (parsed === undefined) {
        note(item, 'unreadableExpression', { column, expression: text });
        return undefined;
      }
      try {
        return translate(parsed, scopeOf(item, extra));
      } catch (error) {
        if (!(error instanceof Untranslatable)) throw error;
        note(item, error.why, { column, what: error.what });
        return undefined;
      }
    },
  };
}

/** Returns a reference in a text as the engine fills it in, or an ellipsis for a field that is not there. */
function shownReference(scope: Scope, name: string): string {
  try {
    const { spelled, list } = scope.field(name);
    return list === undefined && spelled.startsWith('{') ? spelled : '…';
  } catch (error) {
    if (error instanceof Untranslatable) return '…';
    throw error;
  }
}

/** Returns the object without members that are undefined. */
export function defined(
  members: Readonly<Record<string, JsonObject[string] | undefined>>,
): JsonObject {
  const kept: Record<string, JsonObject[string]> = {};
  for (const [name, value] of Object.entries(members)) if (value !== undefined) kept[name] = value;
  return kept;
}
