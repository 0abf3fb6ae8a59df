import { actorOfCall } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { describeRules } from '#rules/describe-rules.ts';
import { RuleBody, RuleItem } from '#rules/rules.shapes.ts';
import type { RulesEndpointsDeps } from '#rules/rules-deps.ts';
import { createRule } from '#rules/save-rule.ts';
import { readRule } from './read-rule.ts';

/** POST /templates/:id/rules: adds a rule to a template. */
export const postRule = (deps: RulesEndpointsDeps) =>
  operation({
    method: 'POST',
    path: '/templates/:id/rules',
    right: 'all',
    role: 'designer',
    body: RuleBody,
    doc: {
      summary: 'Create a rule',
      description:
        'The rule acts with the rights of the user who saves it, from the next change of a form on.',
      tag: 'Rules',
      idempotent: true,
      responses: {
        201: { description: 'The new rule, the last one of its template.', schema: RuleItem },
        400: { description: 'There is no such user or group.', codes: ['unknown-assignee'] },
        403: { description: 'The user may not manage the template, or not do what the rule does.' },
        404: 'no template',
        409: { description: 'The webhook is turned off.', codes: ['webhook-disabled'] },
        422: {
          description: 'The condition can not be read. `faults` lists what is wrong.',
          codes: ['invalid-definition'],
        },
      },
    },
    async handle(call) {
      const { principal, params, body } = call;
      const target = `POST /v2/templates/${params.id}/rules`;
      const rule = await createRule(deps)(actorOfCall(call), params.id, readRule(body), (work) =>
        deps.idempotency.once(call.api, target, work),
      );
      const [item] = await describeRules(deps.db.reader, deps.directory, principal, [rule]);
      return { status: 201, body: item };
    },
  });
