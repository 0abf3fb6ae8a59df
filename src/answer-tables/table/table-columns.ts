import { type AnswerField, allChoices } from '#answer-index/index.ts';
import { badParameter } from '#http/v2/parameters.ts';
import type { Locale } from '#kernel/locale.ts';
import {
  type ChoicePart,
  type ChoiceStyle,
  type ChoiceTexts,
  choiceParts,
  choiceTexts,
} from './choice-style.ts';

/** A property of a form that a table may show. */
export type FormColumn = (typeof FORM_COLUMNS | typeof MORE_COLUMNS)[number];

/** A column of a table of answers: a property of the form, or a field. */
export type TableColumn =
  | { readonly id: FormColumn; readonly head: string; readonly field: undefined }
  | {
      readonly id: string;
      readonly head: string;
      readonly field: AnswerField;
      /** Of a field with choices: what the column has of them. */
      readonly choice?: ChoicePart;
      /** The texts of the choices in the newest version that offers them. */
      readonly texts?: ChoiceTexts;
    };

const FORM_HEADS: Readonly<Record<Locale, Readonly<Record<FormColumn, string>>>> = {
  en: {
    id: 'Form id',
    number: 'Number',
    name: 'Name',
    status: 'Status',
    lastUpdateDate: 'Last changed',
    createdBy: 'Created by',
    assignedTo: 'Assigned to',
    createdDate: 'Created',
    dueDate: 'Due',
    completedDate: 'Completed',
    completedOnDeviceDate: 'Completed on the device',
    assignmentId: 'Assignment',
    review: 'Review',
  },
  de: {
    id: 'Formular-ID',
    number: 'Nummer',
    name: 'Name',
    status: 'Status',
    lastUpdateDate: 'Zuletzt geändert',
    createdBy: 'Erstellt von',
    assignedTo: 'Zugewiesen an',
    createdDate: 'Erstellt',
    dueDate: 'Fällig',
    completedDate: 'Abgeschlossen',
    completedOnDeviceDate: 'Auf dem Gerät abgeschlossen',
    assignmentId: 'Aufgabe',
    review: 'Prüfung',
  },
};
const FORM_COLUMNS = ['id', 'number', 'name', 'status', 'lastUpdateDate'] as const;
/** Those that a table has only if they are asked for. */
const MORE_COLUMNS = [
  'createdBy',
  'assignedTo',
  'createdDate',
  'dueDate',
  'completedDate',
  'completedOnDeviceDate',
  'assignmentId',
  'review',
] as const;

/** The most columns that spreadsheets support. */
const MAX_COLUMNS = 16_384;

/** @throws AppError `invalid-parameter` at `columns` for an unknown column. */
export function checkColumns(
  fields: ReadonlyMap<string, AnswerField>,
  given: string | undefined,
): void {
  const unknown = given?.split(',').find((id) => !isFormColumn(id) && !topField(fields, id));
  if (unknown === undefined) return;
  throw badParameter(
    'columns',
    `each must be ${[...FORM_COLUMNS, ...MORE_COLUMNS].join(', ')} or the id of a field outside of tables.`,
    { reason: 'unknown-field', value: unknown },
  );
}

/**
 * Returns the columns that a list of ids names, in its order; unknown ones are ignored. Undefined: all.
 */
export function tableColumns(
  fields: ReadonlyMap<string, AnswerField>,
  given: string | undefined,
  locale: Locale,
  style?: ChoiceStyle,
): readonly TableColumn[] {
  const top = [...fields.values()].filter(({ table }) => table === undefined);
  const ids = given?.split(',') ?? [...FORM_COLUMNS, ...top.map(({ id }) => id)];
  const columns = [...new Set(ids)].flatMap((id): readonly TableColumn[] => {
    if (isFormColumn(id)) return [{ id, head: FORM_HEADS[locale][id], field: undefined }];
    const field = topField(fields, id);
    return field ? [{ id, head: headOf(field), field }] : [];
  });
  return withChoices(withDistinctHeads(columns), locale, style).slice(0, MAX_COLUMNS);
}

/** Returns the columns of a table or repeating section inside of forms. */
export const innerColumns = (
  fields: ReadonlyMap<string, AnswerField>,
  table: string,
  locale: Locale,
  style?: ChoiceStyle,
): readonly TableColumn[] =>
  withChoices(
    withDistinctHeads(
      [...fields.values()]
        .filter((field) => field.table === table)
        .map((field) => ({ id: field.id, head: headOf(field), field })),
    ),
    locale,
    style,
  );

const VALUE = { en: 'value', de: 'Wert' } as const;

/** Returns columns with those for the texts and values of choices. */
const withChoices = (
  columns: readonly TableColumn[],
  locale: Locale,
  style: ChoiceStyle | undefined,
): readonly TableColumn[] =>
  columns.flatMap((column): readonly TableColumn[] => {
    const { field, head } = column;
    if (!field || style === undefined) return [column];
    if (field.choices.length + field.formerChoices.length === 0 && field.shape !== 'row') {
      return [column];
    }
    const texts = choiceTexts(allChoices(field));
    return choiceParts(style).map((choice, i) => {
      return { ...column, head: i === 0 ? head : `${head}: ${VALUE[locale]}`, choice, texts };
    });
  });

/** Returns whether a column names people: their names are read only then. */
export const areOfPeople = (columns: readonly TableColumn[]): boolean =>
  columns.some(({ id }) => id === 'createdBy' || id === 'assignedTo');

const isFormColumn = (id: string): id is FormColumn =>
  [...FORM_COLUMNS, ...MORE_COLUMNS].some((each) => each === id);

function topField(fields: ReadonlyMap<string, AnswerField>, id: string): AnswerField | undefined {
  const field = fields.get(id);
  return field?.table === undefined ? field : undefined;
}

const headOf = ({ title, unit }: AnswerField): string =>
  unit === undefined ? title : `${title} (${unit})`;

/** Adds the name of a field whose title several columns have. */
function withDistinctHeads(columns: readonly TableColumn[]): readonly TableColumn[] {
  const times = new Map<string, number>();
  for (const { head } of columns) times.set(head, (times.get(head) ?? 0) + 1);
  return columns.map((column) =>
    column.field && (times.get(column.head) ?? 0) > 1
      ? { ...column, head: `${column.head} (${column.field.name})` }
      : column,
  );
}
