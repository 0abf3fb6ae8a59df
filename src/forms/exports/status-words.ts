/** What the status of a form is called, in files that people read. */
export const STATUS_WORDS = {
  en: { draft: 'draft', complete: 'complete' },
  de: { draft: 'Entwurf', complete: 'abgeschlossen' },
} as const;
