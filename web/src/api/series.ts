import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  HolidaysBody,
  NewSeriesBody,
  ScheduleInput,
  ScheduleInWordsBody,
  SeriesDetail,
  SeriesListBody,
} from '#series/app-types.ts';
import { call, get } from './client.ts';
import { queryClient } from './query-client.ts';
import { TEMPLATES } from './templates.ts';

const SERIES = '/app/v1/series';
const HOLIDAYS = '/app/v1/holidays';

type Locale = 'en' | 'de';

export const seriesOfQuery = (templateId: string, locale: Locale) =>
  queryOptions({
    queryKey: ['series', 'of', templateId, locale],
    queryFn: () => get<SeriesListBody>(`${TEMPLATES}/${templateId}/series`, { locale }),
  });

export const seriesQuery = (id: string, locale: Locale) =>
  queryOptions({
    queryKey: ['series', id, locale],
    queryFn: () => get<SeriesDetail>(`${SERIES}/${id}`, { locale }),
  });

/** The next dates in words, as the server reckons them: not every browser knows time zones well enough. */
export const previewQuery = (schedule: ScheduleInput, locale: Locale) =>
  queryOptions({
    queryKey: ['series preview', schedule, locale],
    queryFn: () => call<ScheduleInWordsBody>('POST', `${SERIES}/preview`, { ...schedule, locale }),
    placeholderData: keepPreviousData,
    retry: false,
  });

export const createSeries = (templateId: string, input: NewSeriesBody) =>
  change(() => call<SeriesDetail>('POST', `${TEMPLATES}/${templateId}/series`, input));

export const pauseSeries = (id: string, paused: boolean) =>
  change(() => call<SeriesDetail>('PATCH', `${SERIES}/${id}`, { paused }));

export const endSeries = (id: string) => change(() => call('DELETE', `${SERIES}/${id}`));

export const holidaysQuery = queryOptions({
  queryKey: [HOLIDAYS],
  queryFn: () => get<HolidaysBody>(HOLIDAYS),
});

export async function setHolidays(holidays: HolidaysBody['holidays']): Promise<void> {
  queryClient.setQueryData(
    holidaysQuery.queryKey,
    await call<HolidaysBody>('PUT', HOLIDAYS, { holidays }),
  );
}

async function change<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['series'] });
  }
}
