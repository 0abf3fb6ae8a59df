import type { Selectable } from 'kysely';
import type { Tables } from '#db/tables.ts';
import type { Form, FormStatus, Review, ReviewState } from '#form-basics/index.ts';

/** What lists read of a review. */
export type ReviewRow = Pick<
  Selectable<Tables['forms']>,
  | 'status'
  | 'revision'
  | 'review_state'
  | 'review_step'
  | 'review_at'
  | 'review_actor'
  | 'review_revision'
>;

/** The names of these columns, without those that lists read anyway. */
export const REVIEW_COLUMNS = [
  'review_state',
  'review_step',
  'review_at',
  'review_actor',
  'review_revision',
] as const;

/** The part of a review that no list needs, as JSON holds it. */
type More = Pick<
  Review,
  'steps' | 'round' | 'author' | 'decidedPanel' | 'openedBy' | 'sentBackBy' | 'prints' | 'changed'
>;

interface Kept {
  readonly state: ReviewState;
  readonly status: FormStatus;
  /** Whether the review is of the revision that the form has. */
  readonly isCurrent: boolean;
}

/**
 * Returns whether a stored state counts. A node of 0.2.0 knows no reviews: it reopens, completes and corrects forms
 * without writing these columns. What it has changed is approved or rejected no more. `form-conditions.store.ts` says the
 * same as SQL.
 */
function counts({ state, status, isCurrent }: Kept): boolean {
  if (state === 'sent-back') return status === 'draft';
  return status === 'complete' && (state === 'in-review' || isCurrent);
}

/** Returns where the review of a form is, as lists show it; undefined without one. */
export function reviewOf(row: ReviewRow): Pick<Review, 'state' | 'step' | 'at' | 'by'> | undefined {
  const { status, review_state: state } = row;
  if (
    state === null ||
    !counts({ state, status, isCurrent: row.review_revision === row.revision })
  ) {
    return undefined;
  }
  const { review_step: step, review_at: at, review_actor: by } = row;
  return { state, step: step ?? 1, at: at ?? 0, by: by ?? '' };
}

/** Returns the whole review of a form. */
export function wholeReviewOf(row: Selectable<Tables['forms']>): Pick<Form, 'review'> {
  const review = reviewOf(row);
  if (review === undefined || row.review_more === null) return {};
  const more: More = JSON.parse(row.review_more);
  const own = row.review_own === 1;
  return { review: { ...more, ...review, own, panel: row.review_by ?? undefined } };
}

type ReviewColumns = Pick<Selectable<Tables['forms']>, ReviewColumn>;
type ReviewColumn =
  | Exclude<keyof ReviewRow, 'status' | 'revision'>
  | 'review_by'
  | 'review_own'
  | 'review_more';

/** Returns the columns of a form's review. */
export function reviewColumns({
  review,
  revision,
}: Pick<Form, 'review' | 'revision'>): ReviewColumns {
  if (review === undefined) {
    return {
      review_state: null,
      review_step: null,
      review_by: null,
      review_at: null,
      review_actor: null,
      review_own: null,
      review_revision: null,
      review_more: null,
    };
  }
  const { state, step, at, by, own, panel, ...more } = review;
  return {
    review_state: state,
    review_step: step,
    review_by: panel ?? null,
    review_at: at,
    review_actor: by,
    review_own: own ? 1 : 0,
    review_revision: revision,
    review_more: JSON.stringify(more satisfies More),
  };
}
