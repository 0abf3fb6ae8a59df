// Rights decide which pages a person has, so the entries come from the session. The badges load after the first screen,
// so that they never delay it.
import { NavLink, Stack, Text } from '@mantine/core';
import {
  type Icon,
  IconChartLine,
  IconCloudUp,
  IconFileExport,
  IconFiles,
  IconForms,
  IconHistory,
  IconHome,
  IconKey,
  IconListCheck,
  IconListSearch,
  IconPalette,
  IconPlugConnected,
  IconShieldLock,
  IconTemplate,
  IconUser,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ComponentType, Suspense } from 'react';
import { type Session, useSession } from '#web/api/session.ts';
import { late } from '#web/components/late.ts';
import { useTranslation } from '#web/texts/texts.ts';

type Role = Session['user']['role'];

interface Section {
  /** Undefined for the first one, which needs none. */
  readonly title?: 'forms' | 'settings' | 'people';
  readonly isForAdmins?: boolean;
  readonly entries: readonly Entry[];
}

interface Entry {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label:
    | 'allForms'
    | 'audit'
    | 'brand'
    | 'security'
    | 'credentials'
    | 'dashboards'
    | 'exports'
    | 'groups'
    | 'home'
    | 'lists'
    | 'myForms'
    | 'outbox'
    | 'provisioning'
    | 'provisioningLog'
    | 'reviews'
    | 'templates'
    | 'users'
    | 'webhooks';
  readonly icon: Icon;
  /** Not for members. */
  readonly isForDesigners?: boolean;
  /** Shown beside the label. */
  readonly badge?: ComponentType;
  /** Not active on the screens below its path, which have entries of their own. */
  readonly isExact?: boolean;
}

const badges = () => import('./badges.ts');
const OutboxBadge = late(badges, 'OutboxBadge');

const ReviewsBadge = late(badges, 'ReviewsBadge');

const SECTIONS: readonly Section[] = [
  { entries: [{ to: '/', label: 'home', icon: IconHome, isExact: true }] },
  {
    title: 'forms',
    entries: [
      { to: '/forms', label: 'myForms', icon: IconForms, isExact: true },
      { to: '/reviews', label: 'reviews', icon: IconListCheck, badge: ReviewsBadge },
      { to: '/outbox', label: 'outbox', icon: IconCloudUp, badge: OutboxBadge },
      { to: '/forms/all', label: 'allForms', icon: IconFiles, isForDesigners: true },
      { to: '/dashboards', label: 'dashboards', icon: IconChartLine },
      { to: '/exports', label: 'exports', icon: IconFileExport },
      { to: '/templates', label: 'templates', icon: IconTemplate },
      { to: '/lists', label: 'lists', icon: IconListSearch, isForDesigners: true },
    ],
  },
  {
    title: 'people',
    isForAdmins: true,
    entries: [
      { to: '/settings/users', label: 'users', icon: IconUser },
      { to: '/settings/groups', label: 'groups', icon: IconUsers },
    ],
  },
  {
    title: 'settings',
    isForAdmins: true,
    entries: [
      { to: '/settings/credentials', label: 'credentials', icon: IconKey },
      {
        to: '/settings/provisioning',
        label: 'provisioning',
        icon: IconPlugConnected,
        isExact: true,
      },
      { to: '/settings/provisioning/log', label: 'provisioningLog', icon: IconHistory },
      { to: '/webhooks', label: 'webhooks', icon: IconWebhook },
      { to: '/settings/security', label: 'security', icon: IconShieldLock },
      { to: '/settings/brand', label: 'brand', icon: IconPalette },
      { to: '/settings/audit', label: 'audit', icon: IconListCheck },
    ],
  },
];

const sectionsOf = (role: Role): readonly Section[] =>
  SECTIONS.filter(({ isForAdmins }) => !isForAdmins || role === 'admin');

/** Returns the entries that a role may go to. */
export const entriesOf = (role: Role, sections = sectionsOf(role)): readonly Entry[] =>
  sections
    .flatMap(({ entries }) => entries)
    .filter(({ isForDesigners }) => !isForDesigners || role !== 'member');

interface NavigationProps {
  readonly onGo: () => void;
  /** Whether the first screen is shown: the badges are asked for after it. */
  readonly isQuiet: boolean;
}

/** The navigation of the signed-in person. */
export function Navigation({ onGo, isQuiet }: NavigationProps) {
  const { t } = useTranslation();
  const { role } = useSession().user;
  return (
    <Stack gap="md">
      {sectionsOf(role).map((section) => (
        <div key={section.title ?? ''}>
          {section.title && (
            <Text size="xs" fw={550} c="dimmed" px="sm" pb={4}>
              {t(`navigation.${section.title}`)}
            </Text>
          )}
          {entriesOf(role, [section]).map(
            ({ to, label, icon: EntryIcon, badge: EntryBadge, isExact = false }) => (
              <NavLink
                key={label}
                component={Link}
                to={to}
                activeOptions={{ includeSearch: false, exact: isExact }}
                label={t(`navigation.${label}`)}
                leftSection={<EntryIcon size={18} aria-hidden />}
                rightSection={
                  EntryBadge &&
                  isQuiet && (
                    <Suspense>
                      <EntryBadge />
                    </Suspense>
                  )
                }
                py={{ base: 'xs', sm: 6 }}
                onClick={onGo}
              />
            ),
          )}
        </div>
      ))}
    </Stack>
  );
}
