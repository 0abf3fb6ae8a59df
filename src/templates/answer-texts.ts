import type { TemplateVersion } from '#form-basics/index.ts';
import { isObject, type JsonObject, type JsonValue, member, textOf } from '#kernel/json.ts';
import { LOCALES } from '#kernel/locale.ts';
import { type Members, type Shape, shapesOf } from '#questionnaires/answers/answer-shapes.ts';
import { localeOf, type Question, questionsOf } from '#questionnaires/reading/questions.ts';
import { codeText } from '#questionnaires/reading/structured-text.ts';

/** A field of a version, or a column of one that is a table, as search reads its answers. */
export interface SearchField {
  /** The id of the field; of a column, `<id>.<name>`. */
  readonly id: string;
  readonly name: string;
  /** Whether this version says that forms are found by its answers. */
  readonly isSearchable: boolean;
  readonly kind: Shape['kind'];
  /** The texts of its choices in all languages, by stored value. */
  readonly choices: ReadonlyMap<string, readonly string[]>;
  /** The columns of a table. */
  readonly columns: readonly SearchField[];
}

/** Which fields are searchable, by id. */
export type Marks = ReadonlyMap<string, boolean>;

/** The rows of one table that are searched. A form has at most 200 words anyway. */
const MOST_ROWS = 200;

/** Returns the fields of a version, in the order of the form. */
export function searchFieldsOf({
  definition,
  fields,
}: Pick<TemplateVersion, 'definition' | 'fields'>): readonly SearchField[] {
  const ids = new Map(fields.map(({ id, name }) => [name, id]));
  const own = localeOf(definition);
  const others = LOCALES.filter((language) => language !== own);
  const questions = [own, ...others].map((language) => questionsOf(definition, language));
  return toFields(questions, shapesOf(definition), (name) => ids.get(name));
}

/** @param languages the same questions in each language */
function toFields(
  languages: readonly (readonly Question[])[],
  shapes: Members,
  idOf: (name: string) => string | undefined,
): readonly SearchField[] {
  const [first = []] = languages;
  return first.flatMap(({ name, isSearchable }, at) => {
    const id = idOf(name);
    const shape = shapes.get(name);
    if (id === undefined || !shape) return [];
    const each = languages.flatMap((questions) => questions[at] ?? []);
    const members = shape.kind === 'rows' ? shape.members : undefined;
    const inner = each.map((question) => question.inner ?? []);
    return [
      {
        id,
        name,
        isSearchable,
        kind: shape.kind,
        choices: choicesOf(each),
        columns: members ? toFields(inner, members, (column) => `${id}.${column}`) : [],
      },
    ];
  });
}

function choicesOf(languages: readonly Question[]): ReadonlyMap<string, readonly string[]> {
  const texts = new Map<string, readonly string[]>();
  for (const { value, text } of languages.flatMap(({ choices }) => choices)) {
    const key = textOf(value);
    texts.set(key, [...new Set([...(texts.get(key) ?? []), text])]);
  }
  return texts;
}

/** Returns which fields of a version are searchable, those inside of tables included. */
export const marksOf = (fields: readonly SearchField[]): Marks =>
  new Map(
    fields.flatMap(({ id, isSearchable, columns }) => [
      [id, isSearchable] as const,
      ...marksOf(columns),
    ]),
  );

/**
 * Returns the texts of the searchable answers of a form.
 * @param fields those of the version of the form
 * @param marks those that the current version keeps. They lack fields only when a node of the version before this
 *   column published it; then the version of the form decides
 */
export const searchedTexts = (
  fields: readonly SearchField[],
  marks: Marks,
  answers: JsonObject,
): readonly string[] =>
  fields.flatMap((field) => {
    const answer = member(answers, field.name);
    if (answer === undefined || answer === null) return [];
    if (field.kind === 'rows') {
      const rows = listOf(answer).slice(0, MOST_ROWS);
      return rows.flatMap((row) => (isObject(row) ? searchedTexts(field.columns, marks, row) : []));
    }
    if (!(marks.get(field.id) ?? field.isSearchable)) return [];
    return [...textsOf(field, answer), ...textsOfComment(answers, field.name)];
  });

function textsOf({ kind, choices }: SearchField, answer: JsonValue): readonly string[] {
  switch (kind) {
    case 'text':
    case 'number':
      return isObject(answer) || Array.isArray(answer) ? [] : [textOf(answer)];
    case 'choice':
    case 'choices':
    case 'ranking':
      return (Array.isArray(answer) ? answer : [answer]).flatMap((value: JsonValue) => {
        const key = textOf(value);
        return choices.get(key) ?? (typeof value === 'string' ? [key] : []);
      });
    case 'barcode':
      return [codeText(answer) ?? ''];
    case 'row':
      return isObject(answer)
        ? ['key', 'label'].map((name) => textOf(member(answer, name) ?? ''))
        : [];
    default:
      return [];
  }
}

/** Returns what was typed for the choice "other", or as a remark beside the answer. */
function textsOfComment(answers: JsonObject, name: string): readonly string[] {
  const comment = member(answers, `${name}-Comment`);
  return typeof comment === 'string' ? [comment] : [];
}

const listOf = (value: JsonValue): readonly JsonValue[] => (Array.isArray(value) ? value : []);
