/** Rules of templates: what happens by itself with their forms. */
import type { Endpoint } from '#http/endpoint.ts';
import { deleteAppRule } from './app/delete-rule.ts';
import { listRulesNaming } from './app/list-rules-naming.ts';
import { postRule } from './app/post-rule.ts';
import { putRule } from './app/put-rule.ts';
import { putRuleOrder } from './app/put-rule-order.ts';
import { runRuleAgain } from './app/run-rule-again.ts';
import { tryAppRule } from './app/try-app-rule.ts';
import { listRuleRuns } from './operations/list-rule-runs.ts';
import { listRules } from './operations/list-rules.ts';
import type { RulesDeps } from './rules-deps.ts';

export { copyRules } from './copy-rules.ts';
export { templatesOfRules } from './describe-rules.ts';
export { createFileRules } from './file-rules.ts';
export { createRuleEvents } from './queue-events.ts';
export { composeRule } from './rule-letters.ts';
export { createRuleRunner, type RuleRunner } from './rule-runner.ts';
export type { RuleEvents } from './rules-deps.ts';
export { answersForDelivery } from './webhook-fields.ts';

export const rulesEndpoints = (deps: RulesDeps): readonly Endpoint[] => [
  ...listRules(deps),
  listRulesNaming(deps),
  postRule(deps),
  putRuleOrder(deps),
  tryAppRule(deps),
  putRule(deps),
  deleteAppRule(deps),
  ...listRuleRuns(deps),
  runRuleAgain(deps),
];
