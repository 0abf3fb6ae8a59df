// The types of series under /app/v1 for the web app, which imports them as types only.
import type { Static } from 'typebox';
import type { HolidayList, NewSeriesBody, ScheduleInWords, SeriesList } from './series.shapes.ts';

export type SeriesListBody = Static<typeof SeriesList>;
export type HolidaysBody = Static<typeof HolidayList>;
export type ScheduleInWordsBody = Static<typeof ScheduleInWords>;
/** The rule of a series, and what is due by it. */
export type ScheduleInput = Pick<NewSeriesBody, 'rule' | 'start' | 'time' | 'holidays'>;
export type { SeriesDetail, SeriesItem } from './series.shapes.ts';
export type { NewSeriesBody };
