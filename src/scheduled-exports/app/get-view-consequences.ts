import { requireDeletableView } from '#answer-tables/index.ts';
import { named, readNames } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { NAMED_SCHEDULES } from '#scheduled-exports/limits.ts';
import { ViewConsequences } from '#scheduled-exports/scheduled-exports.shapes.ts';
import type { ScheduledExportsDeps } from '#scheduled-exports/scheduled-exports-deps.ts';
import { countOfView, selectSchedulesOfView } from '#scheduled-exports/sight.store.ts';

/** GET /app/v1/views/:id/consequences: which scheduled exports stop when a saved view is deleted. */
export const getViewConsequences = ({ db }: ScheduledExportsDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/views/:id/consequences',
    doc: {
      summary: 'Read the consequences of deleting a view',
      tag: 'Views',
      description: 'The scheduled exports that use it stop, and their owners are told.',
      responses: {
        200: { description: 'The scheduled exports that use the view.', schema: ViewConsequences },
        404: 'no view',
      },
    },
    async handle({ principal, params }) {
      const { accountId } = principal;
      const { id } = await requireDeletableView(db.reader, principal, params.id);
      const found = await selectSchedulesOfView(db.reader, principal, id, NAMED_SCHEDULES);
      const owners = found.map(({ ownerId }) => ownerId);
      const names = await readNames(db.reader, accountId, owners);
      const body: ViewConsequences = {
        scheduledExports: found.map(({ ownerId, ...each }) => ({
          ...each,
          owner: named(ownerId, names),
        })),
        more: (await countOfView(db.reader, accountId, id)) - found.length,
      };
      return { status: 200, body };
    },
  });
