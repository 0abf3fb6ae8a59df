/** The states that lists are filtered by. */
export const REVIEWS = ['in-review', 'sent-back', 'approved', 'rejected'] as const;
