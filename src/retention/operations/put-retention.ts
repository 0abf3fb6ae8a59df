import { actorOfCall } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { describeRetention } from '#retention/describe-retention.ts';
import { readTerms } from '#retention/read-terms.ts';
import { RetentionChangeBody, RetentionDetail } from '#retention/retention.shapes.ts';
import type { RetentionDeps } from '#retention/retention-deps.ts';
import { setRetention } from '#retention/set-retention.ts';

/** PUT /templates/:id/retention: sets how long the forms of a template are kept. */
export const putRetention = (deps: RetentionDeps) =>
  operation({
    method: 'PUT',
    path: '/templates/:id/retention',
    right: 'templates',
    role: 'designer',
    body: RetentionChangeBody,
    doc: {
      summary: 'Set how long forms are kept',
      tag: 'Templates',
      description:
        'The managers of the template get an email and see a note on its page a week before the first forms become due. Deleted forms and blanked answers can’t be restored.',
      responses: {
        200: { description: 'The rule, and what it does next.', schema: RetentionDetail },
        403: 'template not managed',
        404: 'no template',
        412: { description: 'The rule is not the one of `unchangedSince`.' },
        422: { description: '`invalid-retention`, at `days` or at a field.' },
      },
    },
    async handle(call) {
      const by = actorOfCall(call);
      const { id } = call.params;
      const body = await deps.db.transaction(async (tx) => {
        const terms = readTerms(call.body);
        const templateId = await setRetention(deps)(tx, by, id, terms, call.body.unchangedSince);
        return describeRetention(tx, { accountId: by.accountId, templateId }, deps.clock.now());
      });
      return { status: 200, body };
    },
  });
