import type { RuleBody } from '#rules/rules.shapes.ts';
import type { RuleInput } from '#rules/save-rule.ts';

/** Returns a rule as it was sent, with its defaults. */
export const readRule = ({
  name,
  trigger,
  became,
  schedule,
  condition,
  actions,
  isOn = true,
}: RuleBody): RuleInput => ({
  name,
  trigger,
  became,
  schedule,
  condition,
  actions,
  isOn,
});
