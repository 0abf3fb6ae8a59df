import type { FormsDeps, Viewer } from '#form-basics/index.ts';
import { letOthersIn } from '#kernel/in-turns.ts';
import {
  type AssignmentKey,
  type AssignmentPosition,
  type AssignmentSelection,
  selectAssignmentKeys,
} from './assignment-list.store.ts';
import { type AssignmentFilters, readAssignmentSelection } from './read-selection.ts';

const PAGE = 500;

/**
 * Returns the keys of all assignments that a list shows, in its order, as they are at this moment; at most `most`.
 * @throws AppError `invalid-parameter`
 */
export async function chooseAssignments(
  deps: Pick<FormsDeps, 'db' | 'clock' | 'directory'>,
  viewer: Viewer,
  filters: AssignmentFilters,
  most: number,
): Promise<readonly AssignmentKey[]> {
  const selection: AssignmentSelection = await readAssignmentSelection(deps, viewer, filters);
  // What moves in the list meanwhile may be met again.
  const found = new Map<string, AssignmentKey>();
  for (let after: AssignmentPosition | undefined; found.size < most; ) {
    const keys = await selectAssignmentKeys(deps.db.reader, selection, after, PAGE);
    for (const key of keys) found.set(key.id, key);
    const last = keys.at(-1);
    if (!last || keys.length < PAGE) break;
    after = [last.due_key, last.id];
    await letOthersIn();
  }
  return [...found.values()].slice(0, most);
}
