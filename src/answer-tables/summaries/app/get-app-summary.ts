import { Type } from 'typebox';
import { summarise } from '#answer-tables/summaries/summarise.ts';
import { SUMMARY_QUERY, Summary } from '#answer-tables/summaries/summary.shapes.ts';
import type { FormsDeps } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { LocaleShape } from '#http/shapes.ts';

/** The parameters of the web app: also the language of titles and choices, by default that of each version. */
const APP_SUMMARY_QUERY = Type.Object(
  { ...SUMMARY_QUERY.properties, locale: Type.Optional(LocaleShape) },
  { additionalProperties: false },
);

/** GET /app/v1/templates/:id/summary: counts the answers in the forms of a template that the user may see. */
export const getAppSummary = (deps: FormsDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/templates/:id/summary',
    query: APP_SUMMARY_QUERY,
    doc: {
      summary: 'Count the answers of a template for the web app',
      tag: 'Templates',
      description: 'Like GET /v2/templates/{id}/summary.',
      responses: {
        200: { description: 'The counts.', schema: Summary },
        404: 'no template whose forms are seen',
        503: { description: 'Counting took too long (`query-too-heavy`).' },
      },
    },
    async handle({ principal, params, query: asked }) {
      const body: Summary = await summarise(deps, principal, params.id, asked);
      return { status: 200, body };
    },
  });
