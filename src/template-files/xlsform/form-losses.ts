// What an XLSForm cannot say of a field: told before the file is downloaded, and in its column "note".
import { isObject, type JsonObject, type JsonValue, member } from '#kernel/json.ts';
import { listIn } from '#questionnaires/definition/questions.ts';

/** The texts of all kinds, with the values in double braces. */
const FORM_LOSSES = {
  expression: 'A condition or calculation that XLSForms lack is left out: {{expression}}',
  listRows: 'The rows of the shared list are not in the file. It becomes a text field.',
  people: 'The people of the directory are not in the file. It becomes a text field.',
  pictures: 'Pictures are left out.',
  rows: 'Each row of the table becomes a group of its own.',
  notShown: 'Other programs calculate this without showing it.',
  checks: 'Checks and limits of the answer that XLSForms lack are left out.',
  start: 'The default value is left out.',
  extraChoices: 'Choices such as “Other” or “None”, and the comment, are left out.',
  entries: 'How many rows or entries there are is left out.',
  office: 'Everybody fills it in, not only reviewers.',
  unit: 'The unit and the format of the number are left out.',
  totals: 'The totals below the table are left out.',
} as const;

export type FormLossKind = keyof typeof FORM_LOSSES;

export interface FieldLoss {
  readonly kind: FormLossKind;
  /** Of the kind `expression`. */
  readonly expression?: string;
}

export interface FormLoss extends FieldLoss {
  /** The name of the field in the template; of a column, after that of its table. */
  readonly name: string;
  /** In the language of the template; the name if it has none. */
  readonly title: string;
}

/** Expressions that no column of an XLSForm is written for. */
export const LEFT_OUT_EXPRESSIONS: readonly string[] =
  'enableIf choicesVisibleIf choicesEnableIf minValueExpression maxValueExpression templateVisibleIf panelCountExpression defaultValueExpression'.split(
    ' ',
  );

/** Which properties are left out, by what is said of them. */
export const LEFT_OUT: Readonly<Partial<Record<FormLossKind, string>>> = {
  checks:
    'validators mask preset maxLength patternErrorText decimalsErrorText minSelectedChoices maxSelectedChoices maxSize allowMultiple maxAccuracy isUnique keyName keyDuplicationError',
  start: 'defaultRowValue defaultPanelValue copyDefaultValueFromLastEntry',
  extraChoices: 'showOtherItem showNoneItem showSelectAllItem showCommentArea',
  entries: 'rowCount minRowCount maxRowCount panelCount minPanelCount maxPanelCount',
  office: 'office',
  unit: 'unit format displayStyle currency',
  totals: 'totalType totalExpression',
};

/** Returns what is lost of a field. Expressions that the file has a column for are told by whom it writes them. */
export function lossesOf(field: JsonObject, type: string): readonly FieldLoss[] {
  const isSet = (name: string) => {
    const value = member(field, name);
    return value !== undefined && value !== false && value !== '' && value !== 'none';
  };
  const kinds: readonly FormLossKind[] = [
    ...byType(field, type),
    ...Object.entries(LEFT_OUT).flatMap(([kind, names]) =>
      isKind(kind) && names.split(' ').some(isSet) ? [kind] : [],
    ),
    ...(isObject(member(field, 'defaultValue')) || Array.isArray(member(field, 'defaultValue'))
      ? (['start'] as const)
      : []),
  ];
  return [
    ...[...new Set(kinds)].map((kind) => ({ kind })),
    ...expressionsIn(field).map((expression) => ({ kind: 'expression', expression }) as const),
  ];
}

const isKind = (kind: string): kind is FormLossKind => Object.hasOwn(FORM_LOSSES, kind);

function byType(field: JsonObject, type: string): readonly FormLossKind[] {
  const hasPicture = (of: JsonValue) => isObject(of) && member(of, 'imageLink') !== undefined;
  switch (type) {
    case 'sharedlist':
      return ['listRows'];
    case 'person':
      return ['people'];
    case 'imagepicker':
      return listIn(field, 'choices').some(hasPicture) ? ['pictures'] : [];
    case 'instructions':
      return member(field, 'picture') === undefined ? [] : ['pictures'];
    case 'matrixdropdown':
      return ['rows'];
    case 'expression':
      return member(field, 'hideWhileFilling') === true ? [] : ['notShown'];
    default:
      return [];
  }
}

function expressionsIn(field: JsonObject): readonly string[] {
  const ofChoices = [...listIn(field, 'choices'), ...listIn(field, 'rateValues')]
    .filter(isObject)
    .flatMap((choice) => [member(choice, 'visibleIf'), member(choice, 'enableIf')]);
  return [...LEFT_OUT_EXPRESSIONS.map((name) => member(field, name)), ...ofChoices].filter(
    (text): text is string => typeof text === 'string' && text !== '',
  );
}

/** Returns the sentence of a loss, in English. */
export const lossText = ({ kind, expression = '' }: FieldLoss): string =>
  FORM_LOSSES[kind].replace('{{expression}}', () => expression);
