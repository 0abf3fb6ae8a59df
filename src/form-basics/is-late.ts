/**
 * Returns whether a form is late, which is never stored, because it comes about by itself. Pages use it too.
 * @param dueAt when it is due, in milliseconds; undefined for never
 * @param now in milliseconds
 */
export const isLate = (
  { status, dueAt }: { readonly status: 'draft' | 'complete'; readonly dueAt: number | undefined },
  now: number,
): boolean => status === 'draft' && dueAt !== undefined && dueAt <= now;
