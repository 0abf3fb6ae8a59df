import type { FormsDeps, Viewer } from '#form-basics/index.ts';
import { selectOwnExports } from './export.store.ts';
import { withSeenResults } from './export-scope.ts';

/**
 * Returns those of the exports that are there, that the viewer requested, and whose results they may see: a notice of
 * others would say that something is ready that they can't fetch.
 */
export async function ownExports(
  deps: Pick<FormsDeps, 'db' | 'directory'>,
  viewer: Viewer,
  ids: readonly string[],
): Promise<readonly string[]> {
  const jobs = await selectOwnExports(deps.db.reader, viewer, ids);
  const seen = await withSeenResults(deps, viewer, jobs);
  return jobs.flatMap(({ id, files }, at) => (seen[at]?.files.length === files.length ? [id] : []));
}
