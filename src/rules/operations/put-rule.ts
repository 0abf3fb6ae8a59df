import { actorOfCall } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { requireRule } from '#rules/change-rules.ts';
import { describeRules } from '#rules/describe-rules.ts';
import { RuleChangeBody, RuleItem } from '#rules/rules.shapes.ts';
import type { RulesDeps } from '#rules/rules-deps.ts';
import { changeRule } from '#rules/save-rule.ts';
import { readRule } from './read-rule.ts';

/** PUT /rules/:id: replaces a rule. */
export const putRule = (deps: RulesDeps) =>
  operation({
    method: 'PUT',
    path: '/rules/:id',
    right: 'all',
    role: 'designer',
    body: RuleChangeBody,
    doc: {
      summary: 'Replace a rule',
      description: 'From then on it acts with the rights of the user who saved it.',
      tag: 'Rules',
      responses: {
        200: { description: 'The rule.', schema: RuleItem },
        400: { description: 'There is no such user or group.', codes: ['unknown-assignee'] },
        403: { description: 'The user may not do what the rule does.' },
        404: 'no rule',
        409: { description: 'The webhook is turned off.', codes: ['webhook-disabled'] },
        412: {
          description: 'Another user changed the rule. `currentRevision` is its current revision.',
        },
        422: {
          description: 'The condition can not be read. `faults` lists what is wrong.',
          codes: ['invalid-definition'],
        },
      },
    },
    async handle(call) {
      const { principal, params, body } = call;
      const { db, directory } = deps;
      const seen = await requireRule(db.reader, directory, principal, params.id);
      const { revision = call.ifRevision, ...said } = body;
      const rule = await changeRule(deps)(actorOfCall(call), seen, readRule(said), revision);
      const [item] = await describeRules(db.reader, directory, principal, [rule]);
      return { status: 200, body: item };
    },
  });
