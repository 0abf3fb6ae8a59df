import { actorOfCall } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { deleteTemplateRule } from '#rules/change-rules.ts';
import type { RulesDeps } from '#rules/rules-deps.ts';

/** DELETE /rules/:id: deletes a rule. */
export const deleteRuleById = (deps: RulesDeps) =>
  operation({
    method: 'DELETE',
    path: '/rules/:id',
    right: 'templates',
    role: 'designer',
    etag: 'none',
    doc: {
      summary: 'Delete a rule',
      description: 'The list of its runs is deleted with it. What it did stays.',
      tag: 'Rules',
      responses: { 204: 'deleted', 404: 'no rule' },
    },
    async handle(call) {
      await deps.db.transaction((tx) =>
        deleteTemplateRule(deps)(tx, actorOfCall(call), call.params.id),
      );
      return { status: 204 };
    },
  });
