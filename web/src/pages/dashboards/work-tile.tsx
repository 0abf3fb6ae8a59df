import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DashboardDetail } from '#answer-tables/app-types.ts';
import type { WorkFiguresItem } from '#assignments/app-types.ts';
import { workFiguresQuery } from '#web/api/assignments.ts';
import classes from '#web/charts/summary.module.css';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { QueryState } from '#web/components/query-state.tsx';
import { useTranslation } from '#web/texts/texts.ts';

export type ShownWork = NonNullable<DashboardDetail['tiles'][number]['work']>;

interface WorkTileProps {
  readonly work: ShownWork;
  /** How many tiles before it show the same number. */
  readonly sameBefore: number;
  readonly menu: ReactNode;
  readonly refetchInterval: number;
}

/** One number of the work that the reader may see. It leads to the list that it counts. */
export function WorkTile({ work, sameBefore, menu, refetchInterval }: WorkTileProps) {
  const { t, i18n } = useTranslation();
  const { figure, template, templateName } = work;
  const query = useQuery({ ...workFiguresQuery(template), refetchInterval });
  const title = work.title ?? t(`dashboards.work.figures.${figure}`);
  const of = template === undefined ? t('dashboards.work.all') : (templateName ?? template);
  const name = `${title}: ${of}`;
  const { data } = query;
  return (
    <section
      className={classes['card']}
      aria-label={sameBefore === 0 ? name : `${name} (${sameBefore + 1})`}
    >
      <div className={classes['head']}>
        <div>
          <h2>{title}</h2>
          <Text size="sm" c="dimmed" className="wrap-anywhere">
            {of}
          </Text>
        </div>
        {menu}
      </div>
      {data ? (
        <>
          <span className={classes['total']}>{figureText(work, data, i18n.language)}</span>
          <LinkAnchor
            to="/work"
            search={{
              template,
              ...(figure === 'dueThisWeek'
                ? { show: 'open', dueFrom: data.week.from, dueTo: data.week.to }
                : { show: 'late' }),
            }}
            size="xs"
            className={classes['hidden']}
          >
            {t('dashboards.work.open')}
          </LinkAnchor>
        </>
      ) : (
        <QueryState what={title} query={query} />
      )}
    </section>
  );
}

function figureText({ figure }: ShownWork, data: WorkFiguresItem, language: string): string {
  if (figure === 'medianLateness') {
    return data.medianLatenessMinutes === null
      ? '–'
      : durationText(data.medianLatenessMinutes, language);
  }
  const { count, isExact } = data[figure];
  return `${count.toLocaleString(language)}${isExact ? '' : '+'}`;
}

/** The units of durations, in minutes. */
const UNITS = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const;

/** Returns a duration in the largest unit of which there are two or more. */
function durationText(minutes: number, language: string): string {
  const [unit, length] = UNITS.find((each) => minutes >= 2 * each[1]) ?? ['minute', 1];
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 1,
  }).format(minutes / length);
}
