import { actorIn } from '#forms/app/actor-in.ts';
import type { AppFormsDeps } from '#forms/app/app-forms-deps.ts';
import { describeRetention } from '#forms/retention/describe-retention.ts';
import { readTerms } from '#forms/retention/read-terms.ts';
import { RetentionChangeBody, RetentionDetail } from '#forms/retention/retention.shapes.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

/** PUT /app/v1/templates/:id/retention: sets how long the forms of a template are kept. */
export const putRetention = ({ db, clock, forms }: AppFormsDeps): Endpoint =>
  appEndpoint({
    method: 'PUT',
    path: '/app/v1/templates/:id/retention',
    role: 'designer',
    body: RetentionChangeBody,
    doc: {
      summary: 'Set how long forms are kept',
      tag: 'Templates',
      description:
        'Those who manage the template are told by email and on its page a week before the first forms become due. Deleted forms and blanked answers can’t be restored.',
      responses: {
        200: { description: 'The rule, and what it does next.', schema: RetentionDetail },
        403: { description: 'The user does not manage the template.' },
        404: { description: 'There is no such template.' },
        412: { description: 'The rule is not the one of `unchangedSince`.' },
        422: { description: '`invalid-retention`, at `days` or at a field.' },
      },
    },
    async handle(request) {
      const by = actorIn(request);
      const { id } = request.params;
      const body = await db.transaction(async (tx) => {
        const terms = readTerms(request.body);
        const templateId = await forms.setRetention(tx, by, id, terms, request.body.unchangedSince);
        return describeRetention(tx, { accountId: by.accountId, templateId }, clock.now());
      });
      return { status: 200, body };
    },
  });
