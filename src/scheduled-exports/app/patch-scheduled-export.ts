import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { pauseScheduledExport } from '#scheduled-exports/change-scheduled-exports.ts';
import { describeScheduledExports } from '#scheduled-exports/describe-scheduled-exports.ts';
import {
  ScheduledExportChange,
  ScheduledExportItem,
} from '#scheduled-exports/scheduled-exports.shapes.ts';
import type { ScheduledExportsDeps } from '#scheduled-exports/scheduled-exports-deps.ts';

/** PATCH /app/v1/scheduled-exports/:id: pauses a scheduled export, or lets it go on. */
export const patchScheduledExport = (deps: ScheduledExportsDeps): Endpoint =>
  appEndpoint({
    method: 'PATCH',
    path: '/app/v1/scheduled-exports/:id',
    body: ScheduledExportChange,
    doc: {
      summary: 'Pause or resume a scheduled export',
      tag: 'Exports',
      description: 'Admins can pause those of others. Only the owner lets one go on.',
      responses: {
        200: { description: 'The scheduled export.', schema: ScheduledExportItem },
        400: { description: 'It can’t go on: its view or the bucket is not there any more.' },
        403: { description: 'It belongs to somebody else, or the user may not use the bucket.' },
        404: 'no scheduled export',
      },
    },
    async handle(request) {
      const { params, body, principal } = request;
      const changed = await pauseScheduledExport(deps, actorIn(request), params.id, body.paused);
      const [item] = await describeScheduledExports(deps, principal, [changed]);
      return { status: 200, body: item };
    },
  });
