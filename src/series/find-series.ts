import type { Reader } from '#db/database.ts';
import { type GroupsOfUser, normaliseId, type Viewer } from '#form-basics/index.ts';
import { fail } from '#kernel/errors.ts';
import { findVisibleTemplate, requireTemplate } from '#templates/index.ts';
import { findSeries, selectSeriesOf } from './series.store.ts';
import type { Series } from './series.ts';

// A series is seen and changed by the user who created it, and by those who manage its template.

/** Returns a series that the viewer may see and change. @throws AppError `not-found` */
export async function requireSeries(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  id: string,
): Promise<Series> {
  const known = normaliseId(id);
  const { accountId, userId } = viewer;
  const found = known === undefined ? undefined : await findSeries(db, { accountId, id: known });
  if (found?.sentBy === userId) return found;
  if (found && (await manages(db, directory, viewer, found.templateId))) return found;
  throw fail('not-found', 'There is no series with this id that you may see.');
}

async function manages(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  templateId: string,
): Promise<boolean> {
  const found = await findVisibleTemplate(db, directory, viewer, templateId);
  return found?.rights.manage === true;
}

/** Returns the series of a template that the viewer may see, the oldest first. @throws AppError `not-found` */
export async function listSeenSeries(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  templateId: string,
): Promise<readonly Series[]> {
  const { template, rights } = await requireTemplate(db, directory, viewer, templateId);
  const series = await selectSeriesOf(db, viewer.accountId, template.id);
  return rights.manage ? series : series.filter(({ sentBy }) => sentBy === viewer.userId);
}
