import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { Tables } from '#db/tables.ts';
import type { FormConditions, PlaceCondition, ReviewState, TimeSpan } from '#form-basics/index.ts';

type Expressions = ExpressionBuilder<Tables, 'forms'>;
type Condition = ExpressionWrapper<Tables, 'forms', SqlBool>;

/** Returns what a form has to fulfil, all of it. */
export function meets(
  eb: Expressions,
  { creator, assignee, place, created, updated, due, isDue, lateAt, review }: FormConditions,
): Condition[] {
  return [
    ...(creator === undefined ? [] : [eb.and([eb('forms.created_by', '=', creator)])]),
    ...(assignee === undefined ? [] : [eb.and([eb('forms.assignee_id', '=', assignee)])]),
    ...(place === undefined ? [] : [isAt(eb, place)]),
    ...(created === undefined ? [] : [isIn(eb, 'forms.created_at', created)]),
    ...(updated === undefined ? [] : [isIn(eb, 'forms.updated_at', updated)]),
    ...(due === undefined ? [] : [isIn(eb, 'forms.due_at', due)]),
    ...(isDue === undefined ? [] : [eb.and([eb('forms.due_at', isDue ? 'is not' : 'is', null)])]),
    ...(lateAt === undefined
      ? []
      : [eb.and([eb('forms.due_at', '<=', lateAt), eb('forms.status', '=', 'draft')])]),
    ...(review === undefined ? [] : [isUnder(eb, review)]),
  ];
}

/** Returns whether the review of a form is in a state, as `counts` of review-columns.store.ts says. */
function isUnder(eb: Expressions, review: ReviewState): Condition {
  const isState = eb('forms.review_state', '=', review);
  if (review === 'sent-back') return eb.and([isState, eb('forms.status', '=', 'draft')]);
  const isComplete = eb('forms.status', '=', 'complete');
  if (review === 'in-review') return eb.and([isState, isComplete]);
  return eb.and([isState, isComplete, eb('forms.review_revision', '=', eb.ref('forms.revision'))]);
}

function isIn(
  eb: Expressions,
  column: 'forms.created_at' | 'forms.updated_at' | 'forms.due_at',
  { from, before }: TimeSpan,
): Condition {
  return eb.and([
    ...(from === undefined ? [] : [eb(column, '>=', from)]),
    ...(before === undefined ? [] : [eb(column, '<', before)]),
  ]);
}

function isAt(eb: Expressions, place: PlaceCondition): Condition {
  if (place.is !== 'within') {
    return eb.and([eb('forms.latitude', place.is === 'with' ? 'is not' : 'is', null)]);
  }
  const { south, west, north, east } = place;
  const [isEastOf, isWestOf] = [
    eb('forms.longitude', '>=', west),
    eb('forms.longitude', '<=', east),
  ];
  return eb.and([
    eb('forms.latitude', '>=', south),
    eb('forms.latitude', '<=', north),
    west <= east ? eb.and([isEastOf, isWestOf]) : eb.or([isEastOf, isWestOf]),
  ]);
}
