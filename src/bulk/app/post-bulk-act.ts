import type { Static } from 'typebox';
import { beginBulkAct } from '#bulk/begin-bulk-act.ts';
import { isWorkAct, type WorkChanges } from '#bulk/bulk-act.ts';
import type { BulkEndpointDeps } from '#bulk/bulk-deps.ts';
import { actorIn, type FormActor, readDueDate } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { BulkActItem, type BulkChanges, NewBulkAct } from './bulk-act.shapes.ts';
import { toItems } from './bulk-act-item.ts';
import { chooseForms, chooseWork } from './choose-forms.ts';

/** POST /app/v1/bulk-acts: begins an action on many forms or assignments. */
export const postBulkAct = (deps: BulkEndpointDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/bulk-acts',
    body: NewBulkAct,
    doc: {
      summary: 'Act on many forms or assignments',
      tag: 'Bulk actions',
      description: [
        'It runs in the background, on what matches now. Each form or assignment is acted on with the rights that the user',
        'has at that moment; what they may not do is skipped. The report is kept for a week.',
      ].join('\n'),
      responses: {
        202: {
          description: 'The action was accepted.',
          schema: BulkActItem,
          headers: { Location: 'The address of the action.' },
        },
        400: { description: 'The assignee or a condition is not valid. `at` names it.' },
        404: 'no template whose forms are seen',
        409: {
          description:
            'Others match than the user was shown (`bulk-changed`), or the user already has three unfinished actions.',
        },
        422: { description: 'More than 10,000 match.' },
        503: { description: 'Finding them took too long.' },
      },
    },
    async handle(request) {
      const { locale = 'en', forms, work, changes, ...asked } = request.body;
      const by = actorIn(request);
      const itemIds = await choose(deps, by, request.body);
      const job = await beginBulkAct(deps, by, {
        ...asked,
        changes: changes && readChanges(changes),
        itemIds,
        locale,
      });
      deps.bulkRunner.wake();
      const [body] = await toItems(deps.db.reader, job.accountId, [job]);
      const headers = { location: `/app/v1/bulk-acts/${job.id}` };
      return { status: 202, headers, body };
    },
  });

/** @throws AppError `invalid-value` unless forms are sent for an act on forms, or work for an act on work */
function choose(
  deps: BulkEndpointDeps,
  by: FormActor,
  { act, forms, work }: Static<typeof NewBulkAct>,
): Promise<readonly string[]> {
  if (isWorkAct(act) && work && !forms) return chooseWork(deps, by, work);
  if (!isWorkAct(act) && forms && !work) return chooseForms(deps, by, forms);
  const [at, other] = isWorkAct(act) ? ['work', 'forms'] : ['forms', 'work'];
  throw fail('invalid-value', `Send ${at} with the act ${act}, and no ${other}.`, {
    at,
    because: { reason: 'conflict' },
  });
}

const readChanges = ({ dueDate, ...changes }: BulkChanges): WorkChanges => ({
  ...changes,
  dueAt: readDueDate(dueDate, 'changes.dueDate'),
});
