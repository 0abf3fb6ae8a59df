import { actorOfCall } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { createScheduledExport } from '#scheduled-exports/change-scheduled-exports.ts';
import { describeScheduledExports } from '#scheduled-exports/describe-scheduled-exports.ts';
import {
  NewScheduledExportBody,
  ScheduledExportItem,
} from '#scheduled-exports/scheduled-exports.shapes.ts';
import type { ScheduledExportsDeps } from '#scheduled-exports/scheduled-exports-deps.ts';

/** POST /scheduled-exports: has an export made again and again. */
export const postScheduledExport = (deps: ScheduledExportsDeps) =>
  operation({
    method: 'POST',
    path: '/scheduled-exports',
    right: 'forms.read',
    body: NewScheduledExportBody,
    etag: 'none',
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
    async handle(call) {
      const { body, principal } = call;
      const { name, templateId, viewId, kind, delivery, every, on, time } = body;
      const created = await createScheduledExport(deps, actorOfCall(call), {
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
