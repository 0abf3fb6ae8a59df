import { operation } from '#http/operation.ts';
import { describeLoop, describeRules } from '#rules/describe-rules.ts';
import { findSetLoop } from '#rules/find-loop.ts';
import { requireRuleMaker } from '#rules/owner.ts';
import { RuleList } from '#rules/rules.shapes.ts';
import { selectRules } from '#rules/rules.store.ts';
import type { RulesDeps } from '#rules/rules-deps.ts';

/** GET /templates/:id/rules: returns the rules of a template. */
export const listRules = ({ db, directory }: RulesDeps) =>
  operation({
    method: 'GET',
    path: '/templates/:id/rules',
    right: 'templates',
    role: 'designer',
    etag: 'content',
    doc: {
      summary: 'List the rules of a template',
      description: 'For users who manage the template and see all of its forms.',
      tag: 'Rules',
      responses: {
        200: { description: 'The rules, in their order.', schema: RuleList },
        304: 'not modified',
        403: 'template not managed',
        404: 'no template',
      },
    },
    async handle({ principal, params }) {
      const { reader } = db;
      const template = await requireRuleMaker(reader, directory, principal, params.id);
      const rules = await selectRules(reader, principal.accountId, template.id);
      const items = await describeRules(reader, directory, principal, rules);
      const loop = await describeLoop(reader, directory, principal, template.id);
      const chain = findSetLoop(rules)?.map(({ name }) => name);
      return { status: 200, body: { items, ...(loop && { loop }), ...(chain && { chain }) } };
    },
  });
