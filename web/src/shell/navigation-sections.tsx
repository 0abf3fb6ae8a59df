import { NavLink, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ComponentType, Suspense } from 'react';
import { type Session, useSession } from '#web/api/session.ts';
import { useTranslation } from '#web/texts/texts.ts';

type Role = Session['user']['role'];

export interface NavigationSection {
  /** Undefined for the first one, which needs none. */
  readonly title?: 'forms' | 'settings' | 'people';
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
    | 'organisation'
    | 'provisioningLog'
    | 'reviews'
    | 'templates'
    | 'users'
    | 'webhooks'
    | 'work';
  readonly icon: Icon;
  /** Not for members. */
  readonly isForDesigners?: boolean;
  /** Shown beside the label. */
  readonly badge?: ComponentType;
  /** Not active on the screens below its path, which have entries of their own. */
  readonly isExact?: boolean;
}

/** Returns the entries of these sections that a role may go to. */
export const entriesOf = (role: Role, sections: readonly NavigationSection[]) =>
  sections
    .flatMap(({ entries }) => entries)
    .filter(({ isForDesigners }) => !isForDesigners || role !== 'member');

export interface NavigationProps {
  readonly onGo: () => void;
  /** Whether the first screen is shown: the badges are asked for after it. */
  readonly isQuiet: boolean;
}

interface SectionsProps extends NavigationProps {
  readonly sections: readonly NavigationSection[];
}

/** Sections with the entries that the person may go to. */
export function Sections({ sections, onGo, isQuiet }: SectionsProps) {
  const { t } = useTranslation();
  const { role } = useSession().user;
  return sections.map((section) => (
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
  ));
}
