import type { Tx } from '#db/database.ts';
import { lockText } from '#db/text-locks.ts';
import { checkName, type FormActor, type FormWritesDeps, groupExists } from '#form-basics/index.ts';
import { fail } from '#kernel/errors.ts';
import { staleRevision } from '#kernel/require-revision.ts';
import {
  countOwned,
  deleteDashboardRow,
  insertDashboard,
  updateDashboard,
} from './dashboard.store.ts';
import type { Dashboard, Tile } from './dashboard.ts';
import { requireOwnDashboard } from './find-dashboard.ts';
import { MAX_DASHBOARDS, MAX_NAME } from './limits.ts';
import { deleteMailsOfDashboard } from './mails/dashboard-mails.store.ts';

export type DashboardsDeps = Pick<FormWritesDeps, 'clock' | 'ids' | 'audit' | 'directory'>;

/** What is written of a dashboard. */
export interface DashboardInput {
  readonly name: string;
  readonly groupIds: readonly string[];
  /** Checked by {@link checkTiles}. */
  readonly tiles: readonly Tile[];
}

/** Creates a dashboard. @throws AppError `invalid-value`, `too-many` beyond 50 of one user. */
export const createDashboard =
  (deps: DashboardsDeps) =>
  async (tx: Tx, by: FormActor, input: DashboardInput): Promise<Dashboard> => {
    await lockText(tx, `dashboards ${by.accountId} ${by.userId}`);
    if ((await countOwned(tx, by.accountId, by.userId)) >= MAX_DASHBOARDS) {
      throw fail(
        'too-many',
        `You may own at most ${MAX_DASHBOARDS} dashboards. Delete one first.`,
        {
          because: { reason: 'most-items', limit: MAX_DASHBOARDS },
        },
      );
    }
    const now = deps.clock.now();
    const dashboard: Dashboard = {
      ...{ id: deps.ids.next(), accountId: by.accountId, ownerId: by.userId },
      ...{ revision: 1, createdAt: now, updatedAt: now },
      ...(await checkInput(tx, by, input, [])),
    };
    await insertDashboard(tx, dashboard);
    await record(deps, tx, by, 'dashboard.create', dashboard);
    return dashboard;
  };

/**
 * Changes a dashboard.
 * @throws AppError `not-found`, `forbidden`, `precondition-failed`, `invalid-value`.
 */
export const changeDashboard =
  (deps: DashboardsDeps) =>
  async (
    tx: Tx,
    by: FormActor,
    id: string,
    input: DashboardInput,
    ifRevision: number,
  ): Promise<Dashboard> => {
    const before = await requireOwnDashboard(tx, deps.directory, by, id);
    const changed: Dashboard = {
      ...before,
      ...(await checkInput(tx, by, input, before.groupIds)),
      revision: ifRevision + 1,
      updatedAt: Math.max(deps.clock.now(), before.updatedAt + 1),
    };
    const isStored = before.revision === ifRevision && (await updateDashboard(tx, changed));
    if (!isStored) {
      throw staleRevision('dashboard', before.revision, ifRevision, {
        text: 'Somebody changed the dashboard since you read it. Read it again, then repeat your change.',
        because: { reason: 'dashboard-changed' },
      });
    }
    await record(deps, tx, by, 'dashboard.change', changed);
    return changed;
  };

/** Deletes a dashboard; the forms that it counts stay. @throws AppError `not-found`, `forbidden`. */
export const removeDashboard =
  (deps: DashboardsDeps) =>
  async (tx: Tx, by: FormActor, id: string): Promise<void> => {
    const dashboard = await requireOwnDashboard(tx, deps.directory, by, id);
    await deleteDashboardRow(tx, by.accountId, dashboard.id);
    await deleteMailsOfDashboard(tx, by.accountId, dashboard.id);
    await record(deps, tx, by, 'dashboard.delete', dashboard);
  };

/** @param before the groups that it is shared with; those that were deleted since are left out */
async function checkInput(
  tx: Tx,
  by: FormActor,
  { name, groupIds, tiles }: DashboardInput,
  before: readonly string[],
) {
  const ids = new Set(groupIds.map((id) => id.toLowerCase()));
  for (const [i, id] of [...ids].entries()) {
    if (await groupExists(tx, by.accountId, id)) continue;
    if (before.includes(id)) {
      ids.delete(id);
      continue;
    }
    throw fail('invalid-value', 'There is no group with this id.', {
      at: `groupIds[${i}]`,
      because: { reason: 'unknown-group' },
    });
  }
  return { name: checkName(name, MAX_NAME), groupIds: [...ids].toSorted(), tiles };
}

const record = (
  { audit }: DashboardsDeps,
  tx: Tx,
  by: FormActor,
  action: string,
  { id, name, groupIds, tiles }: Dashboard,
) =>
  audit.append(tx, by, {
    action,
    targetType: 'Dashboard',
    targetId: id,
    detail: { name, groups: [...groupIds], tiles: tiles.length },
  });
