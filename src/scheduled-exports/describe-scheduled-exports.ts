import { findSeenAnswersView } from '#answer-tables/index.ts';
import type { Reader } from '#db/database.ts';
import {
  type GroupsOfUser,
  named,
  readNames,
  readTimeZone,
  timeOf,
  type Viewer,
} from '#form-basics/index.ts';
import { SHOWN_RUNS } from './limits.ts';
import { selectLatestRuns } from './runs.store.ts';
import type { ScheduledExport } from './scheduled-export.ts';
import type { ScheduledExportItem } from './scheduled-exports.shapes.ts';

/** Returns scheduled exports as pages show them, with the names that the viewer may see. */
export async function describeScheduledExports(
  { db, directory }: { readonly db: { readonly reader: Reader }; readonly directory: GroupsOfUser },
  viewer: Viewer,
  scheduled: readonly ScheduledExport[],
): Promise<ScheduledExportItem[]> {
  const { accountId } = viewer;
  const ids = scheduled.flatMap(({ templateId, ownerId }) => [templateId, ownerId]);
  const names = new Map(await readNames(db.reader, accountId, ids));
  for (const { viewId, templateId } of scheduled) {
    if (viewId === undefined || names.has(viewId)) continue;
    const asked = { id: viewId, templateId };
    const view = await findSeenAnswersView(db.reader, directory, viewer, asked);
    if (view) names.set(viewId, view.name);
  }
  const timeZone = await readTimeZone(db.reader, accountId);
  const all = scheduled.map(({ id }) => id);
  const runs = await selectLatestRuns(db.reader, accountId, all, SHOWN_RUNS);
  return scheduled.map((each) => ({
    id: each.id,
    name: each.name,
    template: named(each.templateId, names),
    ...(each.viewId !== undefined && { view: named(each.viewId, names) }),
    kind: each.kind,
    ...(each.options.leaveOut && { leaveOut: [...each.options.leaveOut] }),
    delivery: each.delivery,
    every: each.schedule.every,
    ...(each.schedule.on !== undefined && { on: each.schedule.on }),
    time: each.schedule.time,
    timeZone,
    owner: named(each.ownerId, names),
    state: each.state,
    ...(each.reason !== undefined && { reason: each.reason }),
    ...(each.nextAt !== undefined && { nextAt: timeOf(each.nextAt) }),
    runs: (runs.get(each.id) ?? []).map(({ day, outcome, reason }) => ({
      day,
      outcome,
      ...(reason !== undefined && { reason }),
    })),
    createdAt: timeOf(each.createdAt),
  }));
}
