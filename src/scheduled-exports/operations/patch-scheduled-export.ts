import { actorOfCall } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import {
  changeScheduledExport,
  type ScheduledExportEdit,
} from '#scheduled-exports/change-scheduled-exports.ts';
import { describeScheduledExports } from '#scheduled-exports/describe-scheduled-exports.ts';
import type { ScheduledExport } from '#scheduled-exports/scheduled-export.ts';
import {
  ScheduledExportChange,
  ScheduledExportItem,
} from '#scheduled-exports/scheduled-exports.shapes.ts';
import type { ScheduledExportsDeps } from '#scheduled-exports/scheduled-exports-deps.ts';

/** PATCH /scheduled-exports/:id: changes a scheduled export, pauses it, or lets it go on. */
export const patchScheduledExport = (deps: ScheduledExportsDeps) =>
  operation({
    method: 'PATCH',
    path: '/scheduled-exports/:id',
    right: 'forms.read',
    body: ScheduledExportChange,
    etag: 'none',
    doc: {
      summary: 'Change, pause or resume a scheduled export',
      tag: 'Exports',
      description: 'Admins can pause those of others. Only the owner changes one or lets it go on.',
      responses: {
        200: { description: 'The scheduled export.', schema: ScheduledExportItem },
        400: {
          description: 'A value is not valid, or its view or the bucket is not there any more.',
        },
        403: { description: 'It belongs to somebody else, or the user may not use the bucket.' },
        404: 'no scheduled export',
      },
    },
    async handle(call) {
      const { params, body, principal } = call;
      const { paused, ...edit } = body;
      const changed = await changeScheduledExport(deps, actorOfCall(call), params.id, {
        paused,
        edit: Object.keys(edit).length > 0 ? (before) => editOf(before, edit) : undefined,
      });
      const [item] = await describeScheduledExports(deps, principal, [changed]);
      return { status: 200, body: item };
    },
  });

function editOf(
  before: ScheduledExport,
  {
    name,
    viewId,
    kind,
    delivery,
    every,
    on,
    time,
    ...options
  }: Omit<ScheduledExportChange, 'paused'>,
): ScheduledExportEdit {
  const { schedule } = before;
  const next = kind ?? before.kind;
  const isTable = next === 'csv' || next === 'xlsx';
  return {
    name: name ?? before.name,
    viewId: viewId === undefined ? before.viewId : viewId?.toLowerCase(),
    kind: next,
    delivery: delivery ?? before.delivery,
    // What only the kind before could do is dropped, unless somebody asks for it.
    options: {
      ...before.options,
      ...(next !== 'pdf' && { leaveOut: undefined }),
      ...(!isTable && { choices: undefined }),
      ...options,
    },
    schedule: {
      every: every ?? schedule.every,
      on: every === undefined ? (on ?? schedule.on) : on,
      time: time ?? schedule.time,
    },
  };
}
