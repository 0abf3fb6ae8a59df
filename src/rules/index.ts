/** Rules of templates: what happens by itself with their forms. */
import type { Endpoint } from '#http/endpoint.ts';
import { deleteRuleById } from './operations/delete-rule.ts';
import { listRuleRuns } from './operations/list-rule-runs.ts';
import { listRules } from './operations/list-rules.ts';
import { listRulesNaming } from './operations/list-rules-naming.ts';
import { postRule } from './operations/post-rule.ts';
import { postRuleTrial } from './operations/post-rule-trial.ts';
import { putRule } from './operations/put-rule.ts';
import { putRuleOrder } from './operations/put-rule-order.ts';
import { runRuleAgain } from './operations/run-rule-again.ts';
import type { RulesEndpointsDeps } from './rules-deps.ts';

export { copyRules } from './copy-rules.ts';
export { templatesOfRules } from './describe-rules.ts';
export { createFileRules } from './file-rules.ts';
export { createRuleEvents } from './queue-events.ts';
export { composeRule } from './rule-letters.ts';
export { createRuleRunner, type RuleRunner } from './rule-runner.ts';
export type { RuleEvents } from './rules-deps.ts';
export { answersForDelivery } from './webhook-fields.ts';

export const rulesEndpoints = (deps: RulesEndpointsDeps): readonly Endpoint[] => [
  ...listRules(deps),
  ...listRulesNaming(deps),
  ...postRule(deps),
  ...putRuleOrder(deps),
  ...postRuleTrial(deps),
  ...putRule(deps),
  ...deleteRuleById(deps),
  ...listRuleRuns(deps),
  ...runRuleAgain(deps),
];
