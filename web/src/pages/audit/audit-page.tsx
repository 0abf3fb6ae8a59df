import { Group } from '@mantine/core';
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { AuditEntry } from '#administration/app-types.ts';
import { AUDIT, chainQuery } from '#web/api/audit.ts';
import { Page } from '#web/components/page.tsx';
import { ListView } from '#web/lists/list-view.tsx';
import { NothingFound } from '#web/lists/nothing-found.tsx';
import { useList } from '#web/lists/use-list.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { useAuditColumns } from './audit-columns.tsx';
import { type AuditFilters, toQuery } from './audit-filters.ts';
import { AuditSearch } from './audit-search.tsx';
import { foldBursts } from './fold.ts';

const route = getRouteApi('/signed-in/settings/audit');
/** Events are sealed every few seconds; one that waits longer than this is reported. */
const LATE_MS = 60_000;

/** The audit log. Its filters are in the URL. */
export function AuditPage() {
  const { t } = useTranslation();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const list = useList<AuditEntry>(AUDIT, toQuery(filters));
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const columns = useAuditColumns((id) =>
    setUnfolded((before) =>
      before.has(id)
        ? new Set([...before].filter((each) => each !== id))
        : new Set([...before, id]),
    ),
  );
  const rows = foldBursts(list.items, unfolded);
  const filterBy = (change: AuditFilters) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <Page title={t('audit.title')} state={<ChainState />}>
      <AuditSearch filters={filters} found={list.items} onFilter={filterBy} />
      <ListView
        list={{ ...list, items: rows }}
        label={t('audit.title')}
        columns={columns}
        idOf={({ id }) => id}
        empty={
          <NothingFound text={t('audit.empty')} onClear={() => void navigate({ search: {} })} />
        }
      />
    </Page>
  );
}

/** The state of the hash chain, which makes changes to recorded events detectable. */
function ChainState() {
  const { t, i18n } = useTranslation();
  const { data: chain } = useQuery(chainQuery);
  if (chain === undefined) return undefined;
  const { linked, waiting, waitingSince } = chain;
  const isLate = waitingSince !== undefined && Date.now() - Date.parse(waitingSince) > LATE_MS;
  return (
    <Group gap="xs" c={isLate ? 'var(--red-text)' : 'dimmed'} fz="sm">
      {isLate ? (
        <IconAlertTriangle size={16} aria-hidden />
      ) : (
        <IconShieldCheck size={16} aria-hidden />
      )}
      <span>
        {t('audit.chainState', { linked: linked.toLocaleString(i18n.language) })}{' '}
        {waiting > 0 && t('audit.chainWaiting', { count: waiting })}{' '}
        {isLate && <strong>{t('audit.chainLate')}</strong>}
      </span>
    </Group>
  );
}
