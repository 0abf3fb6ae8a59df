import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { isObject } from '#kernel/json.ts';
import { createSeries } from '#series/create-series.ts';
import { describeOneSeries } from '#series/describe-series.ts';
import { NewSeriesBody, SERIES_QUERY, SeriesDetail } from '#series/series.shapes.ts';
import type { SeriesDeps } from '#series/series-deps.ts';

/** POST /app/v1/templates/:id/series: has a template assigned again and again. */
export const postSeries = (deps: SeriesDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/templates/:id/series',
    query: SERIES_QUERY,
    body: NewSeriesBody,
    doc: {
      summary: 'Create a series',
      description:
        'For users who may assign the template. The assignments of each date are made by the service, as if the user sent them.',
      tag: 'Series',
      responses: {
        201: { description: 'The new series.', schema: SeriesDetail },
        400: {
          description: 'The rule has no date in the future, or there is no such user or group.',
          codes: ['unknown-assignee'],
        },
        403: { description: 'The user may not assign the template.' },
        404: 'no template',
        409: { description: 'The template is not published.', codes: ['template-state'] },
        422: {
          description: 'Answers have the wrong type. `faults` lists each position.',
          codes: ['invalid-answers'],
        },
      },
    },
    async handle(request) {
      const { locale = 'en' } = request.query;
      const { rule, start, time, holidays, answers, ...order } = request.body;
      const series = await deps.db.transaction((tx) =>
        createSeries(deps)(tx, actorIn(request), {
          ...order,
          templateId: request.params.id,
          schedule: { rule, start, time, holidays },
          ...(isObject(answers) && { answers }),
        }),
      );
      return { status: 201, body: await describeOneSeries(deps.db.reader, series, locale) };
    },
  });
