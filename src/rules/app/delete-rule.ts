import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { deleteTemplateRule } from '#rules/change-rules.ts';
import type { RulesDeps } from '#rules/rules-deps.ts';

/** DELETE /app/v1/rules/:id: deletes a rule. */
export const deleteAppRule = (deps: RulesDeps): Endpoint =>
  appEndpoint({
    method: 'DELETE',
    path: '/app/v1/rules/:id',
    role: 'designer',
    doc: {
      summary: 'Delete a rule',
      description: 'The list of its runs is deleted with it. What it did stays.',
      tag: 'Rules',
      responses: { 204: 'deleted', 404: 'no rule' },
    },
    async handle(request) {
      await deps.db.transaction((tx) =>
        deleteTemplateRule(deps)(tx, actorIn(request), request.params.id),
      );
      return { status: 204 };
    },
  });
