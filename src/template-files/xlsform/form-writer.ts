// What all fields of an import share: texts, expressions and notes of their rows.

import type { JsonObject } from '#kernel/json.ts';
import type { NoteKind, Notes } from '#template-files/notes.ts';
import type { ChoiceLists } from './choices.ts';
import { type Expression, parseExpression } from './parse-expression.ts';
import type { FormRow } from './read-sheets.ts';
import type { SharedLists } from './shared-lists.ts';
import type { SurveyItem } from './survey-tree.ts';
import { translate, translateCondition } from './translate.ts';
import type { Wording, WordingOf } from './wordings.ts';
import { type Scope, Untranslatable } from './written.ts';

export interface FormWriter {
  readonly lists: ChoiceLists;
  readonly shared: SharedLists;
  readonly names: ReadonlyMap<SurveyItem, string>;
  scopeOf(item: SurveyItem, extra?: Partial<Scope>): Scope;
  /** Returns a text of the item's row, with references to other fields. */
  textOf(item: SurveyItem, column: string, row?: FormRow): Wording | undefined;
  /** Translates the calculation in a column; undefined, and noted, when Formstead cannot have it. */
  expressionIn(item: SurveyItem, column: string): string | undefined;
  /** Translates the condition in a column; `true` or `false` when it depends on no answer. */
  conditionIn(item: SurveyItem, column: string): string | undefined;
  /** Parses the expression in a column; undefined, and noted, when it cannot be read. */
  parsedIn(item: SurveyItem, column: string): Expression | undefined;
  /** Translates a condition that is parsed already. */
  conditionOf(
    item: SurveyItem,
    column: string,
    parsed: Expression,
    extra?: Partial<Scope>,
  ): string | undefined;
  note(item: SurveyItem, kind: NoteKind, values?: Readonly<Record<string, string | number>>): void;
}

/** Truth values as people and spreadsheets write them. */
const YES = /^(?:yes|true(?:\(\))?)$/i;
const NO = /^(?:no|false(?:\(\))?)$/i;

interface Parts {
  readonly notes: Notes;
  readonly wordingOf: WordingOf;
  readonly lists: ChoiceLists;
  readonly shared: SharedLists;
  readonly names: ReadonlyMap<SurveyItem, string>;
  readonly scopeOf: FormWriter['scopeOf'];
}

export function createFormWriter(parts: Parts): FormWriter {
  const { notes, wordingOf, lists, shared, names, scopeOf } = parts;
  const missing = new Set<string>();
  const note: FormWriter['note'] = ({ row: { sheet, row }, spelled }, kind, values) =>
    notes.add(kind, { sheet, row, name: spelled }, values);
  const parsedIn: FormWriter['parsedIn'] = (item, column) => {
    const text = item.row.get(column);
    if (YES.test(text)) return { kind: 'call', name: 'true', args: [] };
    if (NO.test(text)) return { kind: 'call', name: 'false', args: [] };
    const found = text === '' ? undefined : parseExpression(text);
    if (found || text === '') return found;
    note(item, 'unreadableExpression', { column, expression: text });
    return undefined;
  };
  /** Writes an expression, and notes what it means otherwise, or why it cannot be had. */
  const written = (
    item: SurveyItem,
    column: string,
    write: (scope: Scope) => string,
    extra?: Partial<Scope>,
  ): string | undefined => {
    const remarks = new Map<string, () => void>();
    try {
      const text = write(
        scopeOf(item, {
          ...extra,
          // The same remark once: an expression may repeat a comparison.
          note: (kind, values) =>
            remarks.set(JSON.stringify([kind, values]), () =>
              note(item, kind, { column, ...values }),
            ),
        }),
      );
      for (const remark of remarks.values()) remark();
      return text;
    } catch (error) {
      if (!(error instanceof Untranslatable)) throw error;
      note(item, error.why, { column, what: error.what });
      return undefined;
    }
  };
  const conditionOf: FormWriter['conditionOf'] = (item, column, expression, extra) =>
    written(item, column, (scope) => translateCondition(expression, scope), extra);
  return {
    lists,
    shared,
    names,
    scopeOf,
    note,
    textOf: (item, column, row = item.row) =>
      wordingOf(row, column, (name) => shownReference(item, column, name)),
    expressionIn(item, column) {
      const expression = parsedIn(item, column);
      return expression && written(item, column, (scope) => translate(expression, scope));
    },
    conditionIn(item, column) {
      const expression = parsedIn(item, column);
      return expression && conditionOf(item, column, expression);
    },
    parsedIn,
    conditionOf,
  };

  /** Returns a reference in a title as the engine fills it in; undefined for a field that is not there. */
  function referenceIn(item: SurveyItem, name: string): string | undefined {
    try {
      const { spelled, list, type } = scopeOf(item).field(name);
      // Of a field in a repeating section, ODK shows the first answer.
      if (list !== undefined) return `{${list.section}[0].${list.field}}`;
      return spelled.startsWith('{') && type !== 'entries' ? spelled : undefined;
    } catch (error) {
      if (error instanceof Untranslatable) return undefined;
      throw error;
    }
  }

  /** Returns what a text shows for a reference: an ellipsis, with a note, where it cannot show the answer. */
  function shownReference(item: SurveyItem, column: string, name: string): string {
    const shown = column.endsWith('_message') ? undefined : referenceIn(item, name);
    if (shown !== undefined) return shown;
    const key = `${item.row.row} ${column} ${name}`;
    // Once for all languages.
    if (!missing.has(key)) note(item, 'shownReference', { column, what: `\${${name}}` });
    missing.add(key);
    return '…';
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
