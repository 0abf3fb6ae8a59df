import type { PageDamage } from './find-damaged-pages.ts';

const MOST_NAMED = 10;

/** Returns a sentence about what is damaged. */
export function describeDamage({ file, pages, parts, isUnreadable }: PageDamage): string {
  if (isUnreadable) {
    return `This is not a Formstead database, or its first page is damaged: ${file}`;
  }
  const named = pages.slice(0, MOST_NAMED).join(', ');
  const more = pages.length > MOST_NAMED ? ` and ${pages.length - MOST_NAMED} more` : '';
  const what = pages.length === 0 ? '' : ` at page${pages.length > 1 ? 's' : ''} ${named}${more}`;
  const where = parts.length === 0 ? '' : ` (${parts.slice(0, MOST_NAMED).join(', ')})`;
  return `the database is damaged: ${file}${what}${where}`;
}

export const MEND_DAMAGE =
  'stop the service, keep a copy of the file, check the disk, and restore the newest backup: formstead restore --help';
