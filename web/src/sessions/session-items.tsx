import { Badge, Box, Group, Stack, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionItem } from '#sign-in/app-types.ts';
import { Time } from '../components/time.tsx';
import { deviceOf } from './device.ts';

interface SessionItemsProps {
  readonly items: readonly SessionItem[];
  /** What can be done about one. */
  readonly actionOf?: (session: SessionItem) => ReactNode;
}

/** Browsers in which somebody is signed in. */
export function SessionItems({ items, actionOf }: SessionItemsProps) {
  const { t } = useTranslation();
  return (
    <Stack component="ul" gap="md" m={0} p={0}>
      {items.map((session) => (
        <Group component="li" key={session.id} justify="space-between" wrap="nowrap" gap="md">
          <Box miw={0}>
            <Group gap="xs">
              <Text fw={500} className="wrap-anywhere">
                {nameOf(session, t)}
              </Text>
              {session.current && <Badge>{t('sessions.current')}</Badge>}
            </Group>
            <Text size="sm" c="dimmed" className="wrap-anywhere">
              {`${t(`sessions.methods.${session.method}`)} · ${t('sessions.from', { ip: session.ip })}`}
              {` · ${t('sessions.signedIn')} `}
              <Time at={session.signedInAt} />
              {` · ${t('sessions.seen')} `}
              <Time at={session.seenAt} />
            </Text>
          </Box>
          {actionOf?.(session)}
        </Group>
      ))}
    </Stack>
  );
}

/** `Firefox on Windows`, or what the program calls itself. */
export function nameOf({ agent }: Pick<SessionItem, 'agent'>, t: TFunction): string {
  const device = deviceOf(agent);
  return device ? t('sessions.device', { ...device }) : (agent ?? t('sessions.unknown'));
}
