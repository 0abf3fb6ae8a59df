import { actorOfCall } from '#form-basics/index.ts';
import { requireForm } from '#form-records/index.ts';
import { operation } from '#http/operation.ts';
import { fail } from '#kernel/errors.ts';
import { requireRuleMaker } from '#rules/owner.ts';
import { TriedRule, TryBody } from '#rules/rules.shapes.ts';
import type { RulesDeps } from '#rules/rules-deps.ts';
import { tryRule, unsaved } from '#rules/try-rule.ts';
import { readRule } from './read-rule.ts';

/** POST /templates/:id/rules/try: says what a rule would do with a form. */
export const postRuleTrial = (deps: RulesDeps) =>
  operation({
    method: 'POST',
    path: '/templates/:id/rules/try',
    right: 'forms.read',
    role: 'designer',
    etag: 'none',
    body: TryBody,
    doc: {
      summary: 'Try a rule on a form',
      description:
        'Says what the rule would do if it ran for this form now, with the rights of the user who asks. Nothing is stored or sent.',
      tag: 'Rules',
      responses: {
        200: { description: 'What the rule would do, or why nothing.', schema: TriedRule },
        403: 'template not managed',
        404: 'no template',
        422: { description: 'The forms engine could not evaluate the condition.' },
      },
    },
    async handle(call) {
      const { principal, params, body } = call;
      const { db, directory, ids } = deps;
      const template = await requireRuleMaker(db.reader, directory, principal, params.id);
      const form = await requireForm({ directory })(db.reader, principal, body.formId, 'formId');
      const rule = unsaved(actorOfCall(call), template.id, ids.next(), readRule(body.rule));
      const tried = await tryRule(deps, rule, form.id);
      if (!tried) {
        throw fail('not-found', 'The template has no form with this id.', { at: 'formId' });
      }
      const { stop: _, ...answer } = tried;
      return { status: 200, body: answer };
    },
  });
