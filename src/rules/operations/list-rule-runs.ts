import { DEFAULT_LIMIT, type ListContext, openCursor, toPage } from '#http/app/list-page.ts';
import { operation } from '#http/operation.ts';
import { describeRuns } from '#rules/describe-rules.ts';
import { requireRuleMaker } from '#rules/owner.ts';
import { selectRuns } from '#rules/rule-runs.store.ts';
import { RUNS_QUERY, RunList } from '#rules/rules.shapes.ts';
import { selectRules } from '#rules/rules.store.ts';
import type { RulesDeps } from '#rules/rules-deps.ts';

/** GET /templates/:id/rule-runs: returns what the rules of a template did. */
export const listRuleRuns = ({ db, directory, seal }: RulesDeps) =>
  operation({
    method: 'GET',
    path: '/templates/:id/rule-runs',
    // The names of forms hold answers.
    right: 'forms.read',
    query: RUNS_QUERY,
    role: 'designer',
    etag: 'content',
    doc: {
      summary: 'List the runs of the rules of a template',
      description: 'Lists what rules did in the last 90 days, or why they did nothing.',
      tag: 'Rules',
      responses: {
        200: { description: 'Newest first.', schema: RunList },
        304: 'not modified',
        403: 'template not managed',
        404: 'no template',
      },
    },
    async handle({ principal, params, query }) {
      const { reader } = db;
      const { accountId } = principal;
      const { limit = DEFAULT_LIMIT, cursor } = query;
      const { id: templateId } = await requireRuleMaker(reader, directory, principal, params.id);
      const context: ListContext = { list: 'rule-runs', accountId, terms: [templateId] };
      const [before] = openCursor(seal, context, cursor) ?? [];
      const runs = await selectRuns(
        reader,
        { accountId, templateId },
        { before, limit: limit + 1 },
      );
      const rules = await selectRules(reader, accountId, templateId);
      const items = await describeRuns(reader, directory, principal, runs, rules);
      const body = toPage(seal, context, items, limit, {
        positionOf: ({ id }) => [id],
        toItem: (item) => item,
      });
      return { status: 200, body };
    },
  });
