import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { setRuleOrder } from '#rules/change-rules.ts';
import { OrderBody } from '#rules/rules.shapes.ts';
import type { RulesDeps } from '#rules/rules-deps.ts';

/** PUT /app/v1/templates/:id/rules/order: says in which order the rules of a template run. */
export const putRuleOrder = (deps: RulesDeps): Endpoint =>
  appEndpoint({
    method: 'PUT',
    path: '/app/v1/templates/:id/rules/order',
    role: 'designer',
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
    async handle(request) {
      const { ids } = request.body;
      await deps.db.transaction((tx) =>
        setRuleOrder(deps)(tx, actorIn(request), request.params.id, ids),
      );
      return { status: 204 };
    },
  });
