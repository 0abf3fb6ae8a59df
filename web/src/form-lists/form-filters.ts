import { dayIn, isOn, oneOf, textIn } from '#web/lists/search-params.ts';
import type { TextKey } from '#web/texts/text-store.ts';

export const STATUSES = ['draft', 'complete'] as const;

/**
 * The filters with few choices, with the texts of their fields and of each choice. The panel "More filters" and the chips
 * of set filters show what stands here; a value from an address that is no choice is shown as `other`.
 */
export const CHOICE_FILTERS = {
  place: {
    label: 'forms.location',
    any: 'find.anyPlace',
    choices: { with: 'find.places.with', without: 'find.places.without' },
    other: 'find.places.within',
  },
} as const satisfies Readonly<Record<string, ChoiceFilter>>;

export interface ChoiceFilter {
  readonly label: TextKey;
  /** The text of no choice. */
  readonly any: TextKey;
  readonly choices: Readonly<Record<string, TextKey>>;
  readonly other: TextKey;
}
export type ChoiceFilterName = keyof typeof CHOICE_FILTERS;

export const CHOICE_FILTER_NAMES: readonly ChoiceFilterName[] = Object.keys(CHOICE_FILTERS).filter(
  (name): name is ChoiceFilterName => Object.hasOwn(CHOICE_FILTERS, name),
);

const SORTS = ['updated', 'created', 'name'] as const;
const DIRECTIONS = ['asc', 'desc'] as const;

/** The search parameters of a list of forms. */
export interface FormFilters extends ChoiceFilterValues {
  readonly q?: string | undefined;
  readonly status?: (typeof STATUSES)[number] | undefined;
  /** The id of the template. */
  readonly template?: string | undefined;
  /** Conditions on answers of that template, as conditions.ts writes them. */
  readonly where?: string | undefined;
  /** The id of a user. */
  readonly creator?: string | undefined;
  /** The id of a user or group. */
  readonly assignee?: string | undefined;
  readonly createdFrom?: string | undefined;
  readonly createdTo?: string | undefined;
  readonly updatedFrom?: string | undefined;
  readonly updatedTo?: string | undefined;
  /** Only drafts that are late. */
  readonly overdue?: true | undefined;
  readonly dueFrom?: string | undefined;
  readonly dueTo?: string | undefined;
  readonly sort?: FormSort | undefined;
  readonly direction?: (typeof DIRECTIONS)[number] | undefined;
  /** Only deleted forms. */
  readonly deleted?: true | undefined;
}

/** `place` is also a box in degrees. */
type ChoiceFilterValues = { readonly [Name in ChoiceFilterName]?: string | undefined };

export type FormSort = (typeof SORTS)[number];

export const readFormFilters = (search: Record<string, unknown>): FormFilters => ({
  q: textIn(search['q']),
  status: oneOf(STATUSES, search['status']),
  template: textIn(search['template']),
  where: textIn(search['where']),
  creator: textIn(search['creator']),
  assignee: textIn(search['assignee']),
  ...Object.fromEntries(CHOICE_FILTER_NAMES.map((name) => [name, textIn(search[name])])),
  createdFrom: dayIn(search['createdFrom']),
  createdTo: dayIn(search['createdTo']),
  updatedFrom: dayIn(search['updatedFrom']),
  updatedTo: dayIn(search['updatedTo']),
  overdue: isOn(search['overdue']),
  dueFrom: dayIn(search['dueFrom']),
  dueTo: dayIn(search['dueTo']),
  sort: oneOf(SORTS, search['sort']),
  direction: oneOf(DIRECTIONS, search['direction']),
  deleted: isOn(search['deleted']),
});
