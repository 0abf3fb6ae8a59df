import type { FieldSummary } from '#answer-tables/app-types.ts';
import type { Condition } from '#web/conditions/conditions.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { graticule, viewOf } from './map-view.ts';
import classes from './summary.module.css';

interface PlaceMapProps {
  readonly field: string;
  readonly places: NonNullable<FieldSummary['places']>;
  readonly onChoose: (condition: Condition) => void;
}

type Cluster = PlaceMapProps['places']['clusters'][number];

/** The clusters that the table lists, the largest first. */
const MOST_LISTED = 20;

/**
 * A map of clusters over lines of latitude and longitude. It asks no other server for pictures of the ground, which would
 * tell that server where the places are.
 */
export function PlaceMap({ field, places, onChoose }: PlaceMapProps) {
  const { t, i18n } = useTranslation();
  const { clusters, count } = places;
  const view = viewOf(clusters);
  const most = Math.max(...clusters.map((each) => each.count));
  const nameOf = ({ lat, lon, count: own }: Cluster) =>
    t('summary.cluster', {
      count: own,
      lat: degrees(lat, i18n.language),
      lon: degrees(lon, i18n.language),
    });
  const choose = ({ south, west, north, east }: Cluster) =>
    onChoose({ field, op: 'inside', value: [south, west, north, east] });
  const listed = clusters.toSorted((a, b) => b.count - a.count).slice(0, MOST_LISTED);
  return (
    <>
      <div className={classes['map']} aria-hidden>
        <svg viewBox={`0 0 ${view.width} ${view.height}`}>
          <title>{t('summary.map')}</title>
          {graticule(view).map(({ id, x1, y1, x2, y2, label, x, y }) => (
            <g key={id}>
              <line {...{ x1, y1, x2, y2 }} />
              <text x={x} y={y} fontSize={11}>
                {label}
              </text>
            </g>
          ))}
        </svg>
        {clusters.map((cluster) => (
          <button
            type="button"
            tabIndex={-1}
            key={`${cluster.lat} ${cluster.lon}`}
            title={nameOf(cluster)}
            onClick={() => choose(cluster)}
            style={{
              left: `${(100 * view.x(cluster.lon)) / view.width}%`,
              top: `${(100 * view.y(cluster.lat)) / view.height}%`,
              ...sizeOf(cluster.count, most),
            }}
          />
        ))}
      </div>
      <span>{t('summary.placesShown', { count, clusters: clusters.length })}</span>
      <details className={classes['details']}>
        <summary>{t('summary.table')}</summary>
        <ul className={classes['samples']}>
          {listed.map((cluster) => (
            <li key={`${cluster.lat} ${cluster.lon}`}>
              <button type="button" className={classes['plain']} onClick={() => choose(cluster)}>
                {nameOf(cluster)}
              </button>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

/** The area of a circle grows with the number of its places. */
function sizeOf(count: number, most: number) {
  const size = `${8 + 20 * Math.sqrt(count / most)}px`;
  return { width: size, height: size };
}

const degrees = (value: number, language: string): string =>
  value.toLocaleString(language, { minimumFractionDigits: 3, maximumFractionDigits: 5 });
