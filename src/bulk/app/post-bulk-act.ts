import { beginBulkAct } from '#bulk/begin-bulk-act.ts';
import type { BulkEndpointDeps } from '#bulk/bulk-deps.ts';
import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { BulkActItem, NewBulkAct } from './bulk-act.shapes.ts';
import { toItems } from './bulk-act-item.ts';
import { chooseForms } from './choose-forms.ts';

/** POST /app/v1/bulk-acts: begins an action on many forms. */
export const postBulkAct = (deps: BulkEndpointDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/bulk-acts',
    body: NewBulkAct,
    doc: {
      summary: 'Act on many forms',
      tag: 'Bulk actions',
      description: [
        'It runs in the background, on the forms that match now. Each form is acted on with the rights that the user',
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
            'Other forms match than the user was shown (`bulk-changed`), or the user already has three unfinished actions.',
        },
        422: { description: 'More than 10,000 forms match.' },
        503: { description: 'Finding the forms took too long.' },
      },
    },
    async handle(request) {
      const { locale = 'en', forms, ...asked } = request.body;
      const by = actorIn(request);
      const formIds = await chooseForms(deps, by, forms);
      const job = await beginBulkAct(deps, by, { ...asked, formIds, locale });
      deps.bulkRunner.wake();
      const [body] = await toItems(deps.db.reader, job.accountId, [job]);
      const headers = { location: `/app/v1/bulk-acts/${job.id}` };
      return { status: 202, headers, body };
    },
  });
