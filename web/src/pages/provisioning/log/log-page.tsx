import { Button, Group, Switch } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { IconDownload, IconPlugConnected } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { LogItem } from '#provisioning/app-types.ts';
import { withQuery } from '#web/api/client.ts';
import { queryClient } from '#web/api/query-client.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Page } from '#web/components/page.tsx';
import { ChoiceField } from '#web/lists/choice-field.tsx';
import { DayField } from '#web/lists/day-field.tsx';
import { FilterBar } from '#web/lists/filter-bar.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { NothingFound } from '#web/lists/nothing-found.tsx';
import { SearchField } from '#web/lists/search-field.tsx';
import { useList } from '#web/lists/use-list.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { useLogColumns } from './log-columns.tsx';
import { type LogFilters, METHODS, OUTCOMES, RESOURCES, toQuery } from './log-filters.ts';
import { ShortenedLog } from './shortened-log.tsx';

export const LOG = '/app/v1/provisioning/log';
const LIVE_MS = 2000;
const route = getRouteApi('/signed-in/settings/provisioning/log');

/** Every logged request of the identity provider, with its effect in words. */
export function LogPage() {
  const { t } = useTranslation();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const query = toQuery(filters);
  const list = useList<LogItem>(LOG, query);
  const columns = useLogColumns();
  const [isLive, setLive] = useState(false);
  const { start, stop } = useInterval(
    () => void queryClient.invalidateQueries({ queryKey: [LOG] }),
    LIVE_MS,
  );
  useEffect(() => {
    if (isLive) start();
    return stop;
  }, [isLive, start, stop]);
  const filterBy = (change: LogFilters) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const isFiltered = Object.values(filters).some((each) => each !== undefined);
  return (
    <Page
      title={t('log.title')}
      actions={
        <Group>
          <Switch
            label={t('log.live')}
            checked={isLive}
            onChange={({ currentTarget }) => setLive(currentTarget.checked)}
          />
          <Button
            component="a"
            variant="default"
            href={withQuery(`${LOG}.csv`, query)}
            download
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t('log.csv')}
          </Button>
        </Group>
      }
    >
      <ShortenedLog />
      <FilterBar
        label={t('log.filter')}
        count={
          [filters.outcome, filters.method, filters.resource, filters.since].filter(
            (each) => each !== undefined,
          ).length
        }
        search={
          <SearchField
            label={t('log.search')}
            value={filters.q ?? ''}
            onSearch={(q) => filterBy({ q: q || undefined })}
          />
        }
      >
        <ChoiceField
          label={t('log.outcome')}
          value={filters.outcome}
          choices={OUTCOMES.map((value) => ({ value, label: t(`log.outcomes.${value}`) }))}
          onChoose={(outcome) => filterBy({ outcome })}
        />
        <ChoiceField
          label={t('log.method')}
          value={filters.method}
          choices={METHODS.map((value) => ({ value, label: value }))}
          onChoose={(method) => filterBy({ method })}
        />
        <ChoiceField
          label={t('log.resource')}
          value={filters.resource}
          choices={RESOURCES.map((value) => ({ value, label: value }))}
          onChoose={(resource) => filterBy({ resource })}
        />
        <DayField
          label={t('log.since')}
          value={filters.since}
          onChoose={(since) => filterBy({ since })}
        />
      </FilterBar>
      <ListView
        list={list}
        label={t('log.title')}
        columns={columns}
        idOf={({ id }) => id}
        empty={
          isFiltered ? (
            <NothingFound
              text={t('log.nothingFound')}
              onClear={() => void navigate({ search: {} })}
            />
          ) : (
            <EmptyState icon={IconPlugConnected} title={t('log.empty')} text={t('log.emptyLead')}>
              <Button
                renderRoot={(props) => (
                  <Link to="/settings/provisioning" search={{ tab: 'connect' }} {...props} />
                )}
              >
                {t('log.connect')}
              </Button>
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
