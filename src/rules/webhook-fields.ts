import type { JsonObject } from '#kernel/json.ts';
import type { AnswersFor } from '#webhooks/index.ts';
import { readFormForRules } from './read-form.ts';
import type { Rule } from './rule.ts';
import type { RuleReads } from './rules-deps.ts';

/** Returns what a delivery stores of a rule: the names of the chosen fields, and no answers. */
export const deliveryData = (
  rule: Rule,
  form: { readonly id: string; readonly templateId: string; readonly revision: number },
  fields: readonly string[],
): JsonObject => ({
  id: form.id,
  templateId: form.templateId,
  revision: form.revision,
  rule: { id: rule.id, name: rule.name, trigger: rule.trigger },
  fields: [...fields],
});

/** Returns the answers to the chosen fields when a delivery is sent; none of a form that was deleted meanwhile. */
export const answersForDelivery =
  (deps: RuleReads): AnswersFor =>
  async (accountId, formId, fields) => {
    const read = await readFormForRules(deps, { accountId, formId });
    return Object.fromEntries(
      fields.flatMap((name) => {
        const answer = read?.shown.get(name);
        return answer === undefined || answer.value === null ? [] : [[name, answer.value]];
      }),
    );
  };
