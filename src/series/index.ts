/** Templates that are assigned again and again, by a rule, and the holidays of the organisation. */
import type { Endpoint } from '#http/endpoint.ts';
import { previewSeries } from './app/preview-series.ts';
import { putHolidays } from './app/put-holidays.ts';
import { deleteSeries } from './operations/delete-series.ts';
import { getHolidays } from './operations/get-holidays.ts';
import { getSeries } from './operations/get-series.ts';
import { listSeries } from './operations/list-series.ts';
import { patchSeries } from './operations/patch-series.ts';
import { postSeries } from './operations/post-series.ts';
import type { SeriesDeps } from './series-deps.ts';

export { forgetNamesInSeries } from './forget-names-in-series.store.ts';
export { handOnSeries } from './hand-on-series.ts';
export { makeSeriesAssignments } from './make-assignments.ts';
export { planSeriesAnew } from './series.store.ts';
export type { SeriesWrites } from './series-deps.ts';

export const seriesEndpoints = (deps: SeriesDeps): readonly Endpoint[] => [
  ...listSeries(deps),
  ...postSeries(deps),
  previewSeries(deps),
  ...getSeries(deps),
  ...patchSeries(deps),
  ...deleteSeries(deps),
  ...getHolidays(deps),
  putHolidays(deps),
];
