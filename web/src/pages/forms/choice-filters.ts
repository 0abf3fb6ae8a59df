// The panel and the chips show filters with few choices alike, so they are declared once. They are apart from their
// reader, which every page loads with the routes.
import type { FormFilters } from '#web/form-lists/form-filters.ts';
import type { TextKey } from '#web/texts/text-store.ts';

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
} as const satisfies Readonly<Partial<Record<keyof FormFilters, ChoiceFilter>>>;
export type ChoiceFilterName = keyof typeof CHOICE_FILTERS;

export const CHOICE_FILTER_NAMES: readonly ChoiceFilterName[] = Object.keys(CHOICE_FILTERS).filter(
  (name): name is ChoiceFilterName => Object.hasOwn(CHOICE_FILTERS, name),
);
