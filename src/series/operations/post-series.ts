import { actorOfCall } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { isObject } from '#kernel/json.ts';
import { createSeries } from '#series/create-series.ts';
import { describeOneSeries } from '#series/describe-series.ts';
import { NewSeriesBody, SERIES_QUERY, SeriesDetail } from '#series/series.shapes.ts';
import type { SeriesDeps } from '#series/series-deps.ts';

/** POST /templates/:id/series: has a template assigned again and again. */
export const postSeries = (deps: SeriesDeps) =>
  operation({
    method: 'POST',
    path: '/templates/:id/series',
    right: 'forms.write',
    query: SERIES_QUERY,
    body: NewSeriesBody,
    etag: 'none',
    doc: {
      summary: 'Create a series',
      description:
        'For users who may assign the template. The assignments of each date are made by the service, as if the user sent them.',
      tag: 'Series',
      idempotent: true,
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
    async handle(call) {
      const { locale = 'en' } = call.query;
      const { rule, start, time, holidays, answers, ...order } = call.body;
      const { id: templateId } = call.params;
      const target = `POST /v2/templates/${templateId}/series`;
      const body = await deps.idempotency.once(call.api, target, async (tx) => {
        const series = await createSeries(deps)(tx, actorOfCall(call), {
          ...order,
          templateId,
          schedule: { rule, start, time, holidays },
          ...(isObject(answers) && { answers }),
        });
        return await describeOneSeries(tx, series, locale);
      });
      return { status: 201, body };
    },
  });
