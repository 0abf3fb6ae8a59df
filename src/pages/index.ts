// The web app as `web/` builds it. Every URL serves the same HTML page, which then calls `/app`.
import type { Endpoint } from '#http/endpoint.ts';
import type { Random } from '#kernel/ids.ts';
import { readBuiltFiles } from './built-files.ts';
import { movedPage } from './moved-page.ts';
import { readFiles } from './read-files.ts';
import { showPages } from './show-pages.ts';

export { type PagesState, readPagesState } from './built-files.ts';

/** @param moved former paths of pages, each with its current path */
export function pageEndpoints(
  { random }: { readonly random: Random },
  moved: Readonly<Record<string, string>>,
): readonly Endpoint[] {
  const files = readBuiltFiles();
  return [
    ...showPages(files, random),
    ...readFiles(files),
    ...Object.entries(moved).map(([from, to]) => movedPage(from, to)),
  ];
}
