// The filters of the panel "More filters", each declared once: the panel, the chips and the count of filters follow. They
// are apart from their reader, form-lists/form-filters.ts, which every page loads with the routes.
import { isRelative, type RelativeDays } from '#kernel/relative-days.ts';
import type { FormFilters } from '#web/form-lists/form-filters.ts';
import type { TextKey } from '#web/texts/text-store.ts';

interface PersonFilter {
  readonly label: TextKey;
  /** The text of its chip, with `{{name}}`. */
  readonly says: TextKey;
  /** Whether groups can be chosen too. */
  readonly hasGroups: boolean;
}

/** Filters by the id of a person. The list names that person, as PERSON_FILTERS of the server says. */
export const PERSON_FILTERS = {
  creator: { label: 'forms.createdBy', says: 'find.says.creator', hasGroups: false },
  assignee: { label: 'forms.assignee', says: 'find.says.assignee', hasGroups: true },
} as const satisfies FiltersOf<PersonFilter>;

export interface ChoiceFilter {
  readonly label: TextKey;
  /** The text of no choice. */
  readonly any: TextKey;
  readonly choices: Readonly<Record<string, TextKey>>;
  /** The text of a value from an address that is none of the choices. */
  readonly other: TextKey;
}

export const CHOICE_FILTERS = {
  place: {
    label: 'forms.location',
    any: 'find.anyPlace',
    choices: { with: 'find.places.with', without: 'find.places.without' },
    other: 'find.places.within',
  },
  review: {
    label: 'find.review',
    any: 'find.anyReview',
    choices: {
      'in-review': 'forms.reviews.in-review',
      'sent-back': 'forms.reviews.sent-back',
      approved: 'forms.reviews.approved',
      rejected: 'forms.reviews.rejected',
    },
    other: 'find.anyReview',
  },
} as const satisfies FiltersOf<ChoiceFilter>;

/** The texts of their chips are `find.says` and their name, with `{{day}}`. */
export const DAY_FILTERS = [
  'createdFrom',
  'createdTo',
  'updatedFrom',
  'updatedTo',
  'dueFrom',
  'dueTo',
] as const satisfies readonly (keyof FormFilters)[];

/** Spans of days that move on with the calendar, as a first and a last day of the same word. */
export const SPAN_FILTERS = [
  { span: 'created', from: 'createdFrom', to: 'createdTo' },
  { span: 'updated', from: 'updatedFrom', to: 'updatedTo' },
  { span: 'due', from: 'dueFrom', to: 'dueTo' },
] as const satisfies readonly {
  readonly span: string;
  readonly from: (typeof DAY_FILTERS)[number];
  readonly to: (typeof DAY_FILTERS)[number];
}[];

/** Returns the word of a span; undefined when its days are others. */
export function spanIn(
  filters: FormFilters,
  { from, to }: Pick<(typeof SPAN_FILTERS)[number], 'from' | 'to'>,
): RelativeDays | undefined {
  const word = filters[from];
  return word === filters[to] && isRelative(word) ? word : undefined;
}

type FiltersOf<Filter> = Readonly<Partial<Record<keyof FormFilters, Filter>>>;
export type PersonFilterName = keyof typeof PERSON_FILTERS;
export type ChoiceFilterName = keyof typeof CHOICE_FILTERS;

const namesOf = <Filters extends object>(filters: Filters) =>
  Object.keys(filters).filter((name): name is keyof Filters & string =>
    Object.hasOwn(filters, name),
  );
export const PERSON_FILTER_NAMES: readonly PersonFilterName[] = namesOf(PERSON_FILTERS);
export const CHOICE_FILTER_NAMES: readonly ChoiceFilterName[] = namesOf(CHOICE_FILTERS);

/** The names of what filters name by id, as far as the list says them. */
export type FilterNames = Readonly<Partial<Record<PersonFilterName, string | undefined>>> & {
  readonly template: string | undefined;
};
