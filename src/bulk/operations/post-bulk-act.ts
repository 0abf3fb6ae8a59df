import type { Static } from 'typebox';
import { beginBulkAct } from '#bulk/begin-bulk-act.ts';
import { isWorkAct, type WorkChanges } from '#bulk/bulk-act.ts';
import type { BulkEndpointDeps } from '#bulk/bulk-deps.ts';
import { actorOfCall, type FormActor, readDueDate } from '#form-basics/index.ts';
import { doorOf, operation } from '#http/operation.ts';
import { fail } from '#kernel/errors.ts';
import { BulkActItem, type BulkChanges, NewBulkAct } from './bulk-act.shapes.ts';
import { toItems } from './bulk-act-item.ts';
import { chooseForms, chooseWork } from './choose-forms.ts';

/** POST /bulk-acts: begins an action on many forms or assignments. */
export const postBulkAct = (deps: BulkEndpointDeps) =>
  operation({
    method: 'POST',
    path: '/bulk-acts',
    right: 'forms.write',
    body: NewBulkAct,
    etag: 'none',
    doc: {
      summary: 'Act on many forms or assignments',
      tag: 'Bulk actions',
      description: [
        'It runs in the background, on what matches now. Each form or assignment is acted on with the rights that the user',
        'has at that moment; what they may not do is skipped. The report is kept for a week.',
      ].join('\n'),
      idempotent: true,
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
    async handle(call) {
      const { locale = 'en', forms, work, changes, ...asked } = call.body;
      const by = actorOfCall(call);
      const itemIds = await choose(deps, by, call.body);
      const wanted = { ...asked, changes: changes && readChanges(changes), itemIds, locale };
      const body = await deps.idempotency.once(call.api, 'POST /v2/bulk-acts', async (tx) => {
        const job = await beginBulkAct(deps, tx, by, wanted);
        const [item] = await toItems(tx, job.accountId, [job]);
        return item;
      });
      deps.bulkRunner.wake();
      const headers = { location: `${doorOf(call)}/bulk-acts/${body?.id}` };
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
