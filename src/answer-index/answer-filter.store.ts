import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';
import { endOfPrefix } from '#kernel/end-of-prefix.ts';
import type { AnswerFilter, AnswerTest } from './answer-filter.ts';

type Expressions = ExpressionBuilder<Tables, 'forms'>;
type Condition = ExpressionWrapper<Tables, 'forms', SqlBool>;
type Values = ExpressionBuilder<Tables, 'answer_values'>;
type ValueCondition = ExpressionWrapper<Tables, 'answer_values', SqlBool>;

interface OfTemplate {
  readonly accountId: string;
  readonly templateId: string;
}

/** Returns whether the answers of a form of a template fulfil a condition. */
export function fulfils(
  db: Reader,
  eb: Expressions,
  { accountId }: OfTemplate,
  { field, test }: AnswerFilter,
): Condition {
  /** Whether a form has a value of the field, for which something may have to hold. It reads the values of that form. */
  const has = (holds?: (values: Values) => ValueCondition) => {
    const values = eb
      .selectFrom('answer_values')
      .select('answer_values.form_id')
      .where('answer_values.account_id', '=', accountId)
      .whereRef('answer_values.form_id', '=', 'forms.id')
      .where('answer_values.field', '=', field);
    return eb.exists(holds === undefined ? values : values.where(holds));
  };
  switch (test.is) {
    case 'answered':
      return eb.and([has()]);
    case 'blank':
      return eb.not(has());
    case 'all':
      return eb.and(
        test.values.map((value) => has((of) => holdsFor(db, of, { is: 'any', values: [value] }))),
      );
    case 'none':
      return eb.not(has((of) => holdsFor(db, of, { is: 'any', values: test.values })));
    default:
      return eb.and([has((of) => holdsFor(db, of, test))]);
  }
}

/** Returns whether a value is what a condition asks for. */
export function holdsFor(db: Reader, of: Values, test: AnswerTest): ValueCondition {
  switch (test.is) {
    case 'any':
      return of.and([isIn(db, of.ref('answer_values.text'), test.values)]);
    case 'inside':
      return isInside(of, test);
    case 'within':
      return isWithin(of, test);
    case 'contains':
    case 'starts':
    case 'equals':
      return hasText(of, test);
    default:
      throw new Error(`no single value is asked for by ${test.is}`);
  }
}

/** A place has two values: its latitude, then its longitude. */
function isInside(
  of: Values,
  { south, west, north, east }: AnswerTest & { readonly is: 'inside' },
) {
  const longitude = of
    .selectFrom('answer_values as lon')
    .select('lon.form_id')
    .whereRef('lon.account_id', '=', 'answer_values.account_id')
    .whereRef('lon.form_id', '=', 'answer_values.form_id')
    .whereRef('lon.field', '=', 'answer_values.field')
    .whereRef('lon.in_row', '=', 'answer_values.in_row')
    .where('lon.in_answer', '=', 1)
    .where('lon.number', '>=', west)
    .where('lon.number', '<=', east);
  return of.and([
    of('answer_values.in_answer', '=', 0),
    of('answer_values.number', '>=', south),
    of('answer_values.number', '<=', north),
    of.exists(longitude),
  ]);
}

function isWithin(of: Values, { from, above, to, below }: AnswerTest & { readonly is: 'within' }) {
  const bounds = [
    [from, '>='],
    [above, '>'],
    [to, '<='],
    [below, '<'],
  ] as const;
  return of.and(
    bounds.flatMap(([value, operator]) =>
      value === undefined ? [] : [of('answer_values.number', operator, value)],
    ),
  );
}

function hasText(of: Values, { is, text }: AnswerTest & { readonly text: string }) {
  const column = of.ref('answer_values.text');
  if (is === 'equals') return of.and([of('answer_values.text', '=', text)]);
  if (is === 'contains') return of.and([sql<boolean>`${column} like ${pattern(text)} escape '!'`]);
  const end = endOfPrefix(text);
  return of.and([
    of('answer_values.text', '>=', text),
    ...(end === undefined ? [] : [of('answer_values.text', '<', end)]),
  ]);
}

/** The pattern of `like` for a text anywhere. */
const pattern = (text: string): string => `%${text.replaceAll(/[!%_]/g, '!$&')}%`;
