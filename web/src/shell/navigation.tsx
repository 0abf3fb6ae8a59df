// Rights decide which pages a person has, so the entries come from the session. The badges load after the first screen,
// so that they never delay it.
import { Stack } from '@mantine/core';
import {
  IconChartLine,
  IconCloudUp,
  IconFileExport,
  IconFiles,
  IconForms,
  IconHome,
  IconListCheck,
  IconListSearch,
  IconTemplate,
} from '@tabler/icons-react';
import { Suspense } from 'react';
import { useSession } from '#web/api/session.ts';
import { late } from '#web/components/late.ts';
import { type NavigationProps, type NavigationSection, Sections } from './navigation-sections.tsx';

const badges = () => import('./badges.ts');
const OutboxBadge = late(badges, 'OutboxBadge');

const ReviewsBadge = late(badges, 'ReviewsBadge');

export const SECTIONS: readonly NavigationSection[] = [
  { entries: [{ to: '/', label: 'home', icon: IconHome, isExact: true }] },
  {
    title: 'forms',
    entries: [
      { to: '/forms', label: 'myForms', icon: IconForms, isExact: true },
      { to: '/work', label: 'work', icon: IconListCheck },
      { to: '/reviews', label: 'reviews', icon: IconListCheck, badge: ReviewsBadge },
      { to: '/outbox', label: 'outbox', icon: IconCloudUp, badge: OutboxBadge },
      { to: '/forms/all', label: 'allForms', icon: IconFiles, isForDesigners: true },
      { to: '/dashboards', label: 'dashboards', icon: IconChartLine },
      { to: '/exports', label: 'exports', icon: IconFileExport },
      { to: '/templates', label: 'templates', icon: IconTemplate },
      { to: '/lists', label: 'lists', icon: IconListSearch, isForDesigners: true },
    ],
  },
];

// Only admins have these, below all others: nobody else waits for their pictures.
const SettingsNavigation = late(() => import('./settings-navigation.tsx'), 'SettingsNavigation');

/** The navigation of the signed-in person. */
export function Navigation(props: NavigationProps) {
  const isAdmin = useSession().user.role === 'admin';
  return (
    <Stack gap="md">
      <Sections sections={SECTIONS} {...props} />
      {isAdmin && props.isQuiet && (
        <Suspense>
          <SettingsNavigation {...props} />
        </Suspense>
      )}
    </Stack>
  );
}
