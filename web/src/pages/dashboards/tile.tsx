import { Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { DashboardDetail, TileSettings } from '#answer-tables/app-types.ts';
import { summaryQuery } from '#web/api/summaries.ts';
import { FieldCard } from '#web/charts/field-card.tsx';
import classes from '#web/charts/summary.module.css';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { QueryState } from '#web/components/query-state.tsx';
import { type Condition, readConditions, writeConditions } from '#web/conditions/conditions.ts';
import { titleOf } from '#web/conditions/field-titles.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { TileScope } from './tile-scope.tsx';
import { WorkTile } from './work-tile.tsx';

/** An open dashboard counts again this often. */
const AGAIN_MS = 60_000;

/** Counts what a tile shows. */
function tileQuery({ template, field, show, statistic, title, ...search }: TileSettings) {
  return summaryQuery(template, { ...search, fields: JSON.stringify([field]) });
}

/**
 * Returns for each tile how many tiles before it have the same title and show the same number, so that the name of
 * each is its own. Fields of several templates can have one title.
 */
export function useSameBefore(tiles: readonly ShownTile[]): readonly number[] {
  const shown = tiles.flatMap(({ settings }) => settings ?? []);
  return useQueries({
    queries: shown.map((settings) => ({ ...tileQuery(settings), enabled: false })),
    combine: (results) => {
      const known = new Map(shown.map((settings, i) => [settings, results[i]?.data?.fields[0]]));
      const names = tiles.map(({ settings, work }) => {
        if (work) return JSON.stringify(work);
        const summary = settings && known.get(settings);
        const title = settings?.title ?? (summary && titleOf(summary));
        return title === undefined ? undefined : JSON.stringify([title, settings?.statistic]);
      });
      return names.map((name, i) =>
        name === undefined ? 0 : names.slice(0, i).filter((other) => other === name).length,
      );
    },
  });
}

/** Neither has: the reader may not see what it counts. */
type ShownTile = Pick<DashboardDetail['tiles'][number], 'settings' | 'templateName' | 'work'>;

interface TileProps {
  /** How many tiles before it have the same name. */
  readonly sameBefore: number;
  readonly tile: ShownTile;
  /** Returns the menu of a tile while the dashboard is edited. @param hasNumbers what it counts has numbers */
  readonly menu: ((hasNumbers: boolean) => ReactNode) | undefined;
}

/** One chart of a dashboard. A click on a part leads to the summary of its template, with the condition set. */
export function Tile({ sameBefore, tile, menu }: TileProps) {
  const { settings, templateName, work } = tile;
  const { t } = useTranslation();
  if (settings) return <Counted {...{ sameBefore, settings, templateName, menu }} />;
  if (work) {
    return (
      <WorkTile
        work={work}
        sameBefore={sameBefore}
        menu={menu?.(false)}
        refetchInterval={AGAIN_MS}
      />
    );
  }
  return (
    <section className={classes['card']}>
      {menu?.(false)}
      <Text c="dimmed">{t('dashboards.hidden')}</Text>
    </section>
  );
}

interface CountedProps extends Omit<TileProps, 'tile'> {
  readonly templateName: string | undefined;
  readonly settings: TileSettings;
}

function Counted({ sameBefore, settings, templateName, menu }: CountedProps) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const { template, field: _field, show, statistic, title, ...search } = settings;
  const query = useQuery({ ...tileQuery(settings), refetchInterval: AGAIN_MS });
  const summary = query.data?.fields[0];
  const params = { id: template };
  const choose = (condition: Condition) =>
    void navigate({
      to: '/templates/$id/summary',
      params,
      search: {
        ...search,
        where: writeConditions([...readConditions(search.where), condition]),
      },
    });
  if (!summary) {
    return (
      <section className={classes['card']}>
        {menu?.(false)}
        <QueryState what={title ?? t('dashboards.tiles')} query={query} />
      </section>
    );
  }
  const figure = statistic && {
    label: t(`dashboards.figures.${statistic}`),
    isOfForms: statistic === 'forms',
    ...(statistic === 'forms'
      ? { value: query.data?.total, compared: query.data?.compared }
      : {
          value: summary.numbers?.statistics?.[statistic],
          compared: summary.numbers?.compared?.[statistic],
        }),
  };
  return (
    <FieldCard
      summary={summary}
      groups={query.data?.groups}
      onChoose={choose}
      show={show}
      title={title}
      sameBefore={sameBefore}
      figure={figure}
      scope={<TileScope templateName={templateName} settings={settings} />}
      actions={menu?.(summary.numbers !== undefined)}
    >
      {query.data !== undefined && query.data.rejectedLeft > 0 && (
        <Text size="xs" c="dimmed">
          {t('summary.rejectedLeft', {
            count: query.data.rejectedLeft,
            shown: query.data.rejectedLeft.toLocaleString(i18n.language),
          })}
        </Text>
      )}
      <LinkAnchor
        to="/templates/$id/summary"
        params={params}
        search={search}
        size="xs"
        className={classes['hidden']}
      >
        {t('dashboards.open')}
      </LinkAnchor>
    </FieldCard>
  );
}
