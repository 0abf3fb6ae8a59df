import { summarise } from '#answer-tables/summaries/summarise.ts';
import { DEADLINE_MS, SUMMARY_QUERY, Summary } from '#answer-tables/summaries/summary.shapes.ts';
import type { FormsDeps } from '#form-basics/index.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseQueryInput } from '#http/input.ts';
import { replyWith } from '#http/v2/v2-reply.ts';

/** GET /v2/templates/:id/summary: counts the answers in the forms of a template that the acting user can see. */
export const getSummary = (deps: FormsDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/v2/templates/:id/summary',
    protocol: 'problem',
    limit: 'api',
    access: { right: 'forms.read' },
    doc: {
      summary: 'Count the answers of a template',
      tag: 'Templates',
      description: [
        'For each field how many forms have an answer, and its counts: choices by value, numbers in ranges',
        'with quartiles, dates over time, times by the hour, texts by frequency, places in clusters. Only',
        'forms that the acting user may see are counted. Crossed with a second field (`by`) and',
        `compared with a second period on request. Counting takes at most ${DEADLINE_MS / 1000} seconds.`,
      ].join('\n'),
      query: SUMMARY_QUERY,
      responses: {
        200: { description: 'The counts.', schema: Summary },
        304: 'not modified',
        400: 'wrong parameter',
        404: 'no template to use by the acting user',
        503: {
          description: 'Counting took too long. Ask for fewer fields.',
          codes: ['query-too-heavy'],
        },
      },
    },
    async handle(request) {
      const query = parseQueryInput(SUMMARY_QUERY, request.query);
      return replyWith(request, await summarise(deps, request.principal, request.params.id, query));
    },
  });
