import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { previewSchedule } from '#series/preview-schedule.ts';
import { ScheduleInWords, SchedulePreview } from '#series/series.shapes.ts';
import type { SeriesDeps } from '#series/series-deps.ts';

/** POST /app/v1/series/preview: returns a rule and its next dates in words. It stores nothing. */
export const previewSeries = ({ db, clock }: SeriesDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/series/preview',
    body: SchedulePreview,
    doc: {
      summary: 'Preview the dates of a series',
      tag: 'Series',
      responses: {
        200: { description: 'The rule and its next dates in words.', schema: ScheduleInWords },
        400: { description: 'The rule has no date in the future, or contradicts itself.' },
      },
    },
    async handle({ principal, body: { locale, ...schedule } }) {
      const { accountId } = principal;
      const body = await previewSchedule(db.reader, accountId, schedule, locale, clock.now());
      return { status: 200, body };
    },
  });
