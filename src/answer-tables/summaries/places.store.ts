import { sql } from 'kysely';
import type { Counting } from './counts.store.ts';
import { type Source, valuesIn } from './selected-values.store.ts';
import { MAX_POINTS_A_SIDE } from './summary.shapes.ts';

/** Places that lie close together. */
export interface Cluster {
  /** The middle of the places. */
  readonly lat: number;
  readonly lon: number;
  readonly count: number;
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** The least width of a cluster, in degrees: about a tenth of a metre. */
const SMALLEST_CELL = 1e-6;

/** Returns the places of a field in clusters that contain all of them, from the south-west. */
export async function clusterPlaces(
  { db, scan }: Counting,
  source: Source,
  field: string,
): Promise<readonly Cluster[]> {
  // A place has two values: its latitude, then its longitude.
  const [box] = await scan<Record<'south' | 'north' | 'west' | 'east', number | null>>(sql`
    select min(case when v.in_answer = 0 then v.number end) as south,
      max(case when v.in_answer = 0 then v.number end) as north,
      min(case when v.in_answer = 1 then v.number end) as west,
      max(case when v.in_answer = 1 then v.number end) as east
    ${valuesIn(db, source, field, 'number')}`);
  const { south, north, west, east } = box ?? {};
  if (south == null || north == null || west == null || east == null) return [];
  const height = Math.max((north - south) / (MAX_POINTS_A_SIDE - 1), SMALLEST_CELL);
  const width = Math.max((east - west) / (MAX_POINTS_A_SIDE - 1), SMALLEST_CELL);
  const rows = await scan<{ n: number | string } & Record<keyof Cluster, number>>(sql`
    select count(*) as n, avg(v.lat) as lat, avg(lon.number) as lon,
      min(v.lat) as south, max(v.lat) as north, min(lon.number) as west, max(lon.number) as east
    from (select v.form_id as form_id, v.in_row as in_row, v.number as lat
      ${valuesIn(db, source, field, 'number')} and v.in_answer = 0) as v
    cross join answer_values as lon where lon.account_id = ${source.accountId} and lon.form_id = v.form_id
      and lon.field = ${field} and lon.in_row = v.in_row and lon.in_answer = 1
    group by floor((v.lat - ${south}) / ${height}), floor((lon.number - ${west}) / ${width})
    order by min(v.lat), min(lon.number), count(*)`);
  return rows.map(({ n, ...row }) => ({
    ...row,
    // The average of equal numbers may lie a little beside them.
    lat: Math.min(row.north, Math.max(row.south, row.lat)),
    lon: Math.min(row.east, Math.max(row.west, row.lon)),
    count: Number(n),
  }));
}
