import type { FormsDeps, Viewer } from '#form-basics/index.ts';
import { visibilityOf } from '#form-records/index.ts';
import type { AssignmentItem } from './assignment.shapes.ts';
import { selectByIds } from './assignment.store.ts';
import { isSeenIn } from './assignment-access.ts';
import { describeAssignments } from './assignment-item.ts';

/** Returns those of some assignments that the viewer may see, by id. */
export async function selectSeenWork(
  { db, clock, directory }: Pick<FormsDeps, 'db' | 'clock' | 'directory'>,
  viewer: Viewer,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AssignmentItem>> {
  const { accountId } = viewer;
  const visibility = await visibilityOf(db.reader, directory, viewer);
  const found = await selectByIds(db.reader, accountId, ids);
  const seen = found.filter((each) => isSeenIn(visibility, each));
  const items = await describeAssignments(db.reader, accountId, seen, clock.now());
  return new Map(items.map((item) => [item.id, item]));
}
