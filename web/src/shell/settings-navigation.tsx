// The part of the navigation that only admins have.
import {
  IconBuilding,
  IconHistory,
  IconKey,
  IconListCheck,
  IconPalette,
  IconPlugConnected,
  IconShieldLock,
  IconUser,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import { type NavigationProps, type NavigationSection, Sections } from './navigation-sections.tsx';

export const SETTINGS_SECTIONS: readonly NavigationSection[] = [
  {
    title: 'people',
    entries: [
      { to: '/settings/users', label: 'users', icon: IconUser },
      { to: '/settings/groups', label: 'groups', icon: IconUsers },
    ],
  },
  {
    title: 'settings',
    entries: [
      { to: '/settings/organisation', label: 'organisation', icon: IconBuilding },
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

export function SettingsNavigation(props: NavigationProps) {
  return <Sections sections={SETTINGS_SECTIONS} {...props} />;
}
