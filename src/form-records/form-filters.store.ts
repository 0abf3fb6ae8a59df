// The filters of every list of forms, each declared once: its parameter, its value, its SQL and its index. What the pages
// show of it is in web/src/pages/forms/panel-filters.ts.
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import { type Static, Type } from 'typebox';
import type { Tables } from '#db/tables.ts';
import type { ReviewState, TimeSpan } from '#form-basics/index.ts';
import { IdAndName } from '#http/shapes.ts';
import { type PlaceCondition, readPlaceFilter } from './place-filter.ts';

type Expressions = ExpressionBuilder<Tables, 'forms'>;
type Condition = ExpressionWrapper<Tables, 'forms', SqlBool>;

/** The parameters, under /v2, under /app and in saved views. */
export const FORM_FILTERS = {
  creator: Type.Optional(
    Type.String({ description: 'Only forms that the user with this id created.' }),
  ),
  assignee: Type.Optional(
    Type.String({
      description: 'Only forms that are assigned to the user, group or link with this id.',
    }),
  ),
  place: Type.Optional(
    Type.String({
      description:
        '`with`: only forms with a location. `without`: only others. Or a box in degrees, `south,west,north,east`; with west above east it crosses 180°.',
      examples: ['46.9,7.3,47.6,8.7'],
    }),
  ),
  review: Type.Optional(
    Type.Union(
      [
        Type.Literal('in-review'),
        Type.Literal('sent-back'),
        Type.Literal('approved'),
        Type.Literal('rejected'),
      ],
      { description: 'Only forms whose review is in this state.' },
    ),
  ),
};
type SentFilters = Static<Type.TObject<typeof FORM_FILTERS>>;
type SentFilter = keyof SentFilters;

/** Filters that name a person by id: a page of a list gives the names beside its items. */
export const PERSON_FILTERS = {
  creator: Type.Optional(IdAndName),
  assignee: Type.Optional(IdAndName),
} satisfies Partial<Record<SentFilter, unknown>>;

/** Conditions on a form besides its status, its name and its answers. All of them must be fulfilled. */
export type FormConditions = {
  readonly [Name in ConditionName]?: Conditions[Name] | undefined;
};
interface Conditions {
  /** The id of the user, or of the public link, that created it. */
  creator: string;
  /** The id of the user, group or public link that it is assigned to. */
  assignee: string;
  place: PlaceCondition;
  review: ReviewState;
  created: TimeSpan;
  updated: TimeSpan;
  due: TimeSpan;
  /** Whether it has a due date. */
  isDue: boolean;
  /** Only drafts that were due by this moment, in milliseconds. */
  lateAt: number;
}
type ConditionName = keyof Conditions;

/** @throws AppError `invalid-parameter` */
export const readFormFilters = (
  sent: {
    readonly [Name in SentFilter]?: SentFilters[Name] | undefined;
  },
): { readonly [Name in SentFilter]: FormConditions[Name] } => ({
  creator: sent.creator?.toLowerCase(),
  assignee: sent.assignee?.toLowerCase(),
  place: sent.place === undefined ? undefined : readPlaceFilter(sent.place),
  review: sent.review,
});

/** The indexes of all forms, and of those of one template; without the second one, the first has both. */
interface Indexes {
  readonly ofAll: string;
  readonly ofTemplate?: string;
}

interface Meaning<Value> {
  readonly keeps: (eb: Expressions, value: Value) => Condition;
  /** Returns the indexes that have the forms; without it, a list reads past forms that it does not show. */
  readonly indexes?: (value: Value) => Indexes | undefined;
  /** Returns whether the forms are fewer than those of the templates that somebody sees. */
  readonly isOfFew?: (value: Value) => boolean;
}

const DUE: Indexes = { ofAll: 'forms_due', ofTemplate: 'forms_due_of_template' };

/** The first condition with an index chooses it. */
const MEANINGS: { readonly [Name in ConditionName]: Meaning<Conditions[Name]> } = {
  creator: {
    keeps: (eb, id) => eb.and([eb('forms.created_by', '=', id)]),
    indexes: () => ({ ofAll: 'forms_by_created_by_updated_at_id' }),
    isOfFew: () => true,
  },
  assignee: {
    keeps: (eb, id) => eb.and([eb('forms.assignee_id', '=', id)]),
    indexes: () => ({ ofAll: 'forms_by_assignee_id_updated_at_id_created_by' }),
    isOfFew: () => true,
  },
  place: { keeps: isAt },
  due: { keeps: (eb, span) => isIn(eb, 'forms.due_at', span), indexes: () => DUE },
  isDue: {
    keeps: (eb, isDue) => eb.and([eb('forms.due_at', isDue ? 'is not' : 'is', null)]),
    indexes: (isDue) => (isDue ? DUE : undefined),
  },
  lateAt: {
    keeps: (eb, now) => eb.and([eb('forms.due_at', '<=', now), eb('forms.status', '=', 'draft')]),
    indexes: () => DUE,
  },
  review: {
    keeps: isUnder,
    indexes: () => ({ ofAll: 'forms_by_review', ofTemplate: 'forms_by_review_of_template' }),
    isOfFew: (review) => review === 'in-review' || review === 'sent-back',
  },
  // An index of days leaves the most forms, so it is used only where no other condition has one.
  created: {
    keeps: (eb, span) => isIn(eb, 'forms.created_at', span),
    indexes: () => ({
      ofAll: 'forms_by_created_at_id',
      ofTemplate: 'forms_by_template_id_created_at_id',
    }),
  },
  updated: {
    keeps: (eb, span) => isIn(eb, 'forms.updated_at', span),
    indexes: () => ({
      ofAll: 'forms_by_updated_at_id',
      ofTemplate: 'forms_by_template_id_updated_at_id',
    }),
  },
};

/** What the conditions mean, each with its value. */
const meaningsOf = (conditions: FormConditions) =>
  Object.keys(MEANINGS)
    .filter((name): name is ConditionName => Object.hasOwn(MEANINGS, name))
    .flatMap((name) => meaningOf(name, conditions[name]) ?? []);

function meaningOf<Name extends ConditionName>(name: Name, value: FormConditions[Name]) {
  const { keeps, indexes, isOfFew }: Meaning<Conditions[Name]> = MEANINGS[name];
  if (value === undefined) return undefined;
  return {
    keeps: (eb: Expressions) => keeps(eb, value),
    indexes: indexes?.(value),
    isOfFew: isOfFew?.(value) ?? false,
  };
}

/** Returns whether there is any condition. */
export const areConditions = (conditions: FormConditions = {}): boolean =>
  Object.values(conditions).some((each) => each !== undefined);

/** Returns what a form has to fulfil, all of it. */
export const meets = (eb: Expressions, conditions: FormConditions): Condition[] =>
  meaningsOf(conditions).map(({ keeps }) => keeps(eb));

/** Returns whether so few forms fulfil the conditions that rights are better checked afterwards. */
export const areOfFew = (conditions: FormConditions): boolean =>
  meaningsOf(conditions).some(({ isOfFew }) => isOfFew);

/** Returns the first condition that has an index, with its index; undefined if none of them has one. */
export function indexedCondition(conditions: FormConditions, isOfTemplate: boolean) {
  for (const { indexes, keeps } of meaningsOf(conditions)) {
    if (indexes === undefined) continue;
    const { ofAll, ofTemplate } = indexes;
    return { index: isOfTemplate ? (ofTemplate ?? ofAll) : ofAll, keeps };
  }
  return undefined;
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
