// Finds the fields of a published version that mean something else in the next one, for what names them.
import type { Field } from '#form-basics/index.ts';
import { type JsonObject, textOf } from '#kernel/json.ts';
import { localeOf, type Question, questionsOf } from '#questionnaires/reading/questions.ts';

export interface ChangedField {
  readonly title: string;
  /** `removed`: it is gone. `type`: its type is another one. `choices`: an option that it had is gone. */
  readonly change: 'removed' | 'type' | 'choices';
  /** A text is about the field if it has a name of every list: one list for a question; for a column one of its table, one of its own. */
  readonly names: readonly (readonly string[])[];
}

/** Returns what the next definition removes or changes, in the order of the published one; of tables also the columns. */
export const changedFields = (
  { definition, fields }: { readonly definition: JsonObject; readonly fields: readonly Field[] },
  next: JsonObject,
): readonly ChangedField[] => {
  const ids = new Map(fields.map(({ id, name }) => [name, id]));
  const before = questionsOf(definition, localeOf(definition));
  const after = byName(questionsOf(next, localeOf(next)));
  return before.flatMap((field) => {
    const names = [[field.name, ids.get(field.name) ?? field.name]];
    return changedIn({ title: field.title, names }, field, after.get(field.name));
  });
};

function changedIn(
  named: Pick<ChangedField, 'title' | 'names'>,
  before: Question,
  after: Question | undefined,
): readonly ChangedField[] {
  if (after === undefined) return [{ ...named, change: 'removed' }];
  if (after.type !== before.type || after.inputType !== before.inputType) {
    return [{ ...named, change: 'type' }];
  }
  const columns = byName(after.inner ?? []);
  const inner = (before.inner ?? []).flatMap((column) => {
    const title = `${named.title}: ${column.title}`;
    const names = [...named.names, [column.name]];
    return changedIn({ title, names }, column, columns.get(column.name));
  });
  return losesChoice(before, after) ? [{ ...named, change: 'choices' }, ...inner] : inner;
}

function losesChoice({ choices }: Question, after: Question): boolean {
  const kept = new Set(after.choices.map(({ value }) => textOf(value)));
  return choices.some(({ value }) => !kept.has(textOf(value)));
}

const byName = (questions: readonly Question[]): ReadonlyMap<string, Question> =>
  new Map(questions.map((each) => [each.name, each]));
