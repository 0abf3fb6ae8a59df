import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { createScheduledExport } from '#scheduled-exports/change-scheduled-exports.ts';
import { describeScheduledExports } from '#scheduled-exports/describe-scheduled-exports.ts';
import {
  NewScheduledExportBody,
  ScheduledExportItem,
} from '#scheduled-exports/scheduled-exports.shapes.ts';
import type { ScheduledExportsDeps } from '#scheduled-exports/scheduled-exports-deps.ts';

/** POST /app/v1/scheduled-exports: has an export made again and again. */
export const postScheduledExport = (deps: ScheduledExportsDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/scheduled-exports',
    body: NewScheduledExportBody,
    doc: {
      summary: 'Schedule an export',
      tag: 'Exports',
      description:
        'Each export is made as if the user began it then, with the rights that they have then.',
      responses: {
        201: { description: 'The scheduled export.', schema: ScheduledExportItem },
        400: {
          description: 'A value is not valid, or the user has too many scheduled exports.',
        },
        403: { description: 'Only admins may have exports copied into the bucket.' },
        404: { description: 'There is no template with this id whose forms the user may see.' },
      },
    },
    async handle(request) {
      const { body, principal } = request;
      const { name, templateId, viewId, kind, delivery, every, on, time } = body;
      const created = await createScheduledExport(deps, actorIn(request), {
        ...{ name, kind, delivery },
        templateId: templateId.toLowerCase(),
        viewId: viewId?.toLowerCase(),
        options: {
          ...{ bom: body.bom, choices: body.choices, leaveOut: body.leaveOut },
          locale: body.locale ?? 'en',
        },
        schedule: { every, on, time },
      });
      const [item] = await describeScheduledExports(deps, principal, [created]);
      return { status: 201, body: item };
    },
  });
