/** The names of the statuses in files for people. */
export const STATUS_WORDS = {
  en: { draft: 'draft', complete: 'complete' },
  de: { draft: 'Entwurf', complete: 'abgeschlossen' },
} as const;
