import { Anchor, Stack, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { Provisioning } from '#provisioning/app-types.ts';
import { FactList } from '#web/components/fact-list.tsx';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { Time } from '#web/components/time.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import classes from './health-card.module.css';
import { OUTCOMES } from './log/log-filters.ts';

interface HealthCardProps {
  readonly health: Provisioning['health'];
}

/** Shows whether provisioning works: the last success, the last failure, and the last 24 hours. */
export function HealthCard({ health }: HealthCardProps) {
  const { t } = useTranslation();
  const id = useId();
  const { lastSuccessAt, unproven24h } = health;
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h5" id={id} mb="xs">
        {t('provisioning.health.title')}
      </Title>
      <FactList
        facts={[
          {
            name: t('provisioning.health.lastSuccess'),
            value:
              lastSuccessAt === undefined ? (
                t('provisioning.health.none')
              ) : (
                <Time at={lastSuccessAt} />
              ),
          },
          { name: t('provisioning.health.lastFailure'), value: <LastFailure health={health} /> },
          {
            name: t('provisioning.health.last24h'),
            value: (
              <Stack gap={2} align="start">
                <Counts health={health} />
                {unproven24h.count > 0 && <Unproven {...unproven24h} />}
              </Stack>
            ),
          },
        ]}
      />
    </section>
  );
}

function LastFailure({
  health: { lastFailureAt, lastFailureId, lastFailureStatus },
}: HealthCardProps) {
  const { t } = useTranslation();
  if (lastFailureAt === undefined) return t('provisioning.health.none');
  return (
    <>
      <Time at={lastFailureAt} />
      <div>
        <Anchor component={Link} to={`/settings/provisioning/log/${lastFailureId}`} inherit>
          {t('provisioning.health.failureStatus', { status: lastFailureStatus ?? '' })}
        </Anchor>
      </div>
    </>
  );
}

/** The number of requests by result. A number of zero has no colour. */
function Counts({ health: { last24h } }: HealthCardProps) {
  const { t } = useTranslation();
  return OUTCOMES.map((outcome) => (
    <LinkAnchor
      key={outcome}
      to="/settings/provisioning/log"
      search={{ outcome }}
      inherit
      className={classes['count']}
      data-outcome={last24h[outcome] > 0 ? outcome : undefined}
    >
      {t(`provisioning.health.${outcome}`, { count: last24h[outcome] })}
    </LinkAnchor>
  ));
}

function Unproven({ count, lastAt, lastIp }: Provisioning['health']['unproven24h']) {
  const { t } = useTranslation();
  return (
    <div>
      {t('provisioning.health.unproven', { count })}
      {lastAt !== undefined && (
        <>
          {' '}
          <Time at={lastAt} />
        </>
      )}
      {lastIp !== undefined && ` (${lastIp})`}
    </div>
  );
}
