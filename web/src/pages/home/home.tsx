import { Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import type { DashboardList } from '#answer-tables/app-types.ts';
import type { AppFormItem } from '#forms/app-types.ts';
import { shownDashboardsQuery } from '#web/api/dashboards.ts';
import { FORMS } from '#web/api/forms.ts';
import { useSession } from '#web/api/session.ts';
import { late } from '#web/components/late.ts';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Page } from '#web/components/page.tsx';
import { CutOff } from '#web/form-lists/cut-off.tsx';
import { useAssignedWork } from '#web/form-lists/use-assigned-work.tsx';
import { WaitingHere } from '#web/form-lists/waiting-here.tsx';
import { useList } from '#web/lists/use-list.ts';
import { useIsOnline } from '#web/offline/use-is-online.ts';
import { useTranslation } from '#web/texts/texts.ts';
import classes from './numbers.module.css';
import { OwnForms } from './own-forms.tsx';

// Members see no forms but their own.
const Numbers = late(() => import('./numbers.tsx'), 'Numbers');

const MINE = { scope: 'mine', sort: 'agenda' };

interface HomeProps {
  /**
   * Whether the content above the forms is known. It is not added later, because that would move what somebody is about
   * to press.
   */
  readonly isReady?: boolean;
  readonly children?: ReactNode;
}

/** The person's open forms and work, below what else is to be seen first. */
export function Home({ isReady = true, children }: HomeProps) {
  const { t } = useTranslation();
  const { role } = useSession().user;
  const list = useList<AppFormItem>(FORMS, MINE);
  const assigned = useAssignedWork();
  const isOnline = useIsOnline();
  const dashboards = useQuery(shownDashboardsQuery);
  const isLoading =
    !isReady ||
    assigned.isLoading ||
    (list.isLoading && list.items.length === 0) ||
    (dashboards.isPending && dashboards.failureCount === 0);
  return (
    <Page
      title={t('home.title')}
      actions={
        <Button component={Link} to="/forms/new" leftSection={<IconPlus size={18} aria-hidden />}>
          {t('forms.new')}
        </Button>
      }
    >
      {!isOnline || list.isCutOff ? (
        <CutOff onRetry={list.retry}>{assigned.section}</CutOff>
      ) : isLoading ? (
        <Loading shape="rows" />
      ) : (
        <>
          {children}
          {role !== 'member' && (
            <Suspense fallback={<div className={classes['waiting']} />}>
              <Numbers />
            </Suspense>
          )}
          <Dashboards items={dashboards.data?.items ?? []} />
          <WaitingHere />
          {assigned.section}
          <OwnForms list={list} />
        </>
      )}
    </Page>
  );
}

/** Links to dashboards, in one line above what there is to do: a list of forms may be long. */
function Dashboards({ items }: { readonly items: DashboardList['items'] }) {
  const { t } = useTranslation();
  if (items.length === 0) return undefined;
  return (
    <Group
      component="nav"
      aria-label={t('home.dashboards')}
      gap={0}
      mih="var(--tap)"
      style={{ columnGap: 'var(--mantine-spacing-md)' }}
    >
      <Text fw={550} aria-hidden>
        {t('home.dashboards')}
      </Text>
      {items.map(({ id, name }) => (
        <LinkAnchor key={id} to="/dashboards/$id" params={{ id }} lh="var(--tap)">
          {name}
        </LinkAnchor>
      ))}
      <LinkAnchor to="/dashboards" lh="var(--tap)">
        {t('home.allDashboards')}
      </LinkAnchor>
    </Group>
  );
}
