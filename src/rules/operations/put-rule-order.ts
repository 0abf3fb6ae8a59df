import { actorOfCall } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { setRuleOrder } from '#rules/change-rules.ts';
import { OrderBody } from '#rules/rules.shapes.ts';
import type { RulesDeps } from '#rules/rules-deps.ts';

/** PUT /templates/:id/rules/order: says in which order the rules of a template run. */
export const putRuleOrder = (deps: RulesDeps) =>
  operation({
    method: 'PUT',
    path: '/templates/:id/rules/order',
    right: 'templates',
    role: 'designer',
    etag: 'none',
    body: OrderBody,
    doc: {
      summary: 'Order the rules of a template',
      tag: 'Rules',
      responses: {
        204: { description: 'The rules run in this order from now on.' },
        403: 'template not managed',
        404: 'no template',
      },
    },
    async handle(call) {
      const { ids } = call.body;
      await deps.db.transaction((tx) =>
        setRuleOrder(deps)(tx, actorOfCall(call), call.params.id, ids),
      );
      return { status: 204 };
    },
  });
