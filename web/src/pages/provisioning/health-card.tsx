import { Anchor, Group, SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Provisioning } from '#provisioning/app-types.ts';
import { Labelled } from '../../components/labelled.tsx';
import { LinkAnchor } from '../../components/link-anchor.tsx';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';
import { OUTCOMES } from '../provisioning-log/log-filters.ts';

interface HealthCardProps {
  readonly health: Provisioning['health'];
}

/** Whether it works: the last time that it did, the last time that it did not, and the last day. */
export function HealthCard({ health }: HealthCardProps) {
  const { t } = useTranslation();
  const { lastSuccessAt, lastFailureAt, lastFailureId, lastFailureStatus, last24h, unproven24h } =
    health;
  return (
    <Section title={t('provisioning.health.title')}>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <Labelled label={t('provisioning.health.lastSuccess')}>
          {lastSuccessAt === undefined ? (
            t('provisioning.health.none')
          ) : (
            <Time at={lastSuccessAt} />
          )}
        </Labelled>
        <Labelled label={t('provisioning.health.lastFailure')}>
          {lastFailureAt === undefined ? (
            t('provisioning.health.none')
          ) : (
            <>
              <Time at={lastFailureAt} />
              <Text>
                <Anchor component={Link} to={`/settings/provisioning/log/${lastFailureId}`}>
                  {t('provisioning.health.failureStatus', { status: lastFailureStatus ?? '' })}
                </Anchor>
              </Text>
            </>
          )}
        </Labelled>
        <Labelled label={t('provisioning.health.last24h')}>
          <Group gap="md">
            {OUTCOMES.map((outcome) => (
              <LinkAnchor key={outcome} to="/settings/provisioning/log" search={{ outcome }}>
                {t(`provisioning.health.${outcome}`, { count: last24h[outcome] })}
              </LinkAnchor>
            ))}
          </Group>
          {unproven24h.count > 0 && (
            <Text>
              {t('provisioning.health.unproven', { count: unproven24h.count })}
              {unproven24h.lastAt !== undefined && (
                <>
                  {' '}
                  <Time at={unproven24h.lastAt} />
                </>
              )}
              {unproven24h.lastIp !== undefined && ` (${unproven24h.lastIp})`}
            </Text>
          )}
        </Labelled>
      </SimpleGrid>
    </Section>
  );
}
