import type { StateWords } from '#answer-tables/index.ts';
import type { Locale } from '#kernel/locale.ts';

/** The names of the statuses in files for people. */
export const STATUS_WORDS = {
  en: { draft: 'draft', complete: 'complete' },
  de: { draft: 'Entwurf', complete: 'abgeschlossen' },
} as const;

/** The names of the states of a review there. */
export const REVIEW_WORDS = {
  en: {
    'in-review': 'in review',
    'sent-back': 'sent back',
    approved: 'approved',
    rejected: 'rejected',
  },
  de: {
    'in-review': 'in Prüfung',
    'sent-back': 'zurückgegeben',
    approved: 'freigegeben',
    rejected: 'abgelehnt',
  },
} as const;

export const stateWords = (locale: Locale): StateWords => ({
  status: STATUS_WORDS[locale],
  review: REVIEW_WORDS[locale],
});
