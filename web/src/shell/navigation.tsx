import { NavLink, Stack, Text } from '@mantine/core';
import {
  type Icon,
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
import { type ComponentType, lazy, Suspense } from 'react';
import { type Session, useSession } from '../api/session.ts';
import { useTranslation } from '../texts.ts';

type Role = Session['user']['role'];
type Section = 'start' | 'forms' | 'settings' | 'people';

interface Entry {
  readonly section: Section;
  readonly to: NonNullable<LinkProps['to']>;
  readonly label:
    | 'allForms'
    | 'audit'
    | 'brand'
    | 'security'
    | 'credentials'
    | 'exports'
    | 'groups'
    | 'home'
    | 'lists'
    | 'myForms'
    | 'outbox'
    | 'provisioning'
    | 'provisioningLog'
    | 'templates'
    | 'users'
    | 'webhooks';
  readonly icon: Icon;
  /** Undefined: every role. */
  readonly roles?: readonly Role[];
  /** Shown beside the label. */
  readonly badge?: ComponentType;
  /** Not active on the screens below its path, which have entries of their own. */
  readonly isExact?: boolean;
}

const OutboxBadge = lazy(async () => ({
  default: (await import('../offline/outbox-badge.tsx')).OutboxBadge,
}));

const ADMINS: readonly Role[] = ['admin'];
const ENTRIES: readonly Entry[] = [
  { section: 'start', to: '/', label: 'home', icon: IconHome, isExact: true },
  { section: 'forms', to: '/forms', label: 'myForms', icon: IconForms, isExact: true },
  { section: 'forms', to: '/outbox', label: 'outbox', icon: IconCloudUp, badge: OutboxBadge },
  {
    section: 'forms',
    to: '/forms/all',
    label: 'allForms',
    icon: IconFiles,
    roles: ['admin', 'designer'],
  },
  { section: 'forms', to: '/exports', label: 'exports', icon: IconFileExport },
  { section: 'forms', to: '/templates', label: 'templates', icon: IconTemplate },
  {
    section: 'forms',
    to: '/lists',
    label: 'lists',
    icon: IconListSearch,
    roles: ['admin', 'designer'],
  },
  { section: 'people', to: '/settings/users', label: 'users', icon: IconUser, roles: ADMINS },
  { section: 'people', to: '/settings/groups', label: 'groups', icon: IconUsers, roles: ADMINS },
  {
    section: 'settings',
    to: '/settings/credentials',
    label: 'credentials',
    icon: IconKey,
    roles: ADMINS,
  },
  {
    section: 'settings',
    to: '/settings/provisioning',
    label: 'provisioning',
    icon: IconPlugConnected,
    roles: ADMINS,
    isExact: true,
  },
  {
    section: 'settings',
    to: '/settings/provisioning/log',
    label: 'provisioningLog',
    icon: IconHistory,
    roles: ADMINS,
  },
  {
    section: 'settings',
    to: '/webhooks',
    label: 'webhooks',
    icon: IconWebhook,
    roles: ADMINS,
  },
  {
    section: 'settings',
    to: '/settings/security',
    label: 'security',
    icon: IconShieldLock,
    roles: ADMINS,
  },
  { section: 'settings', to: '/settings/brand', label: 'brand', icon: IconPalette, roles: ADMINS },
  {
    section: 'settings',
    to: '/settings/audit',
    label: 'audit',
    icon: IconListCheck,
    roles: ADMINS,
  },
];
const SECTIONS: readonly Section[] = ['start', 'forms', 'people', 'settings'];

/** Returns the entries that a role may go to. */
export const entriesOf = (role: Role): readonly Entry[] =>
  ENTRIES.filter(({ roles }) => roles?.includes(role) ?? true);

/** The navigation of the signed-in person. */
export function Navigation({ onGo }: { readonly onGo: () => void }) {
  const { t } = useTranslation();
  const { role } = useSession().user;
  const entries = entriesOf(role);
  return (
    <Stack gap="md">
      {SECTIONS.map((section) => {
        const own = entries.filter((entry) => entry.section === section);
        if (own.length === 0) return undefined;
        return (
          <div key={section}>
            {section !== 'start' && (
              <Text size="xs" fw={550} c="dimmed" px="sm" pb={4} id={`section-${section}`}>
                {t(`navigation.${section}`)}
              </Text>
            )}
            {own.map(({ to, label, icon: EntryIcon, badge: EntryBadge, isExact = false }) => (
              <NavLink
                key={label}
                component={Link}
                to={to}
                activeOptions={{ includeSearch: false, exact: isExact }}
                label={t(`navigation.${label}`)}
                leftSection={<EntryIcon size={18} aria-hidden />}
                rightSection={
                  EntryBadge && (
                    <Suspense>
                      <EntryBadge />
                    </Suspense>
                  )
                }
                py={{ base: 'xs', sm: 6 }}
                onClick={onGo}
              />
            ))}
          </div>
        );
      })}
    </Stack>
  );
}
