import { Button, Group, Text } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { useState } from 'react';
import type { Provisioning } from '#provisioning/app-types.ts';
import { Callout } from '#web/components/callout.tsx';
import { minuteTime } from '#web/components/exact-time.ts';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { Section } from '#web/components/section.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { type Deed, DeedDialog } from './deed-dialog.tsx';

interface StateCardProps {
  readonly provisioning: Provisioning;
}

/** Shows the state of provisioning and the actions that change it. */
export function StateCard({ provisioning }: StateCardProps) {
  const { t, i18n } = useTranslation();
  const [deed, setDeed] = useState<Deed>();
  const { state, guard, guardOffUntil } = provisioning;
  const isStopped = isStoppedByGuard(provisioning);
  return (
    <Section title={t(`provisioning.${state}.title`)} lead={t(`provisioning.${state}.text`)}>
      {isStopped && <GuardAlert />}
      {guardOffUntil !== undefined && state === 'on' && (
        <Text>
          {t('provisioning.guard.offUntil', {
            when: minuteTime(new Date(guardOffUntil), i18n.locale),
          })}
        </Text>
      )}
      <Changed provisioning={provisioning} />
      <Group>
        {deedsOf(provisioning).map((each, index) => (
          <Button
            key={each}
            variant={index === 0 && state !== 'on' && !isStopped ? 'filled' : 'default'}
            onClick={() => setDeed(each)}
          >
            {t(`provisioning.deed.${each}.verb`)}
          </Button>
        ))}
      </Group>
      {deed !== undefined && (
        <DeedDialog deed={deed} minutes={guard.windowMinutes} onClose={() => setDeed(undefined)} />
      )}
    </Section>
  );
}

const isStoppedByGuard = ({ state, reason }: Provisioning): boolean =>
  state === 'paused' && reason === 'guard';

/** Returns the possible actions, the most likely one first. */
function deedsOf(provisioning: Provisioning): readonly Deed[] {
  if (isStoppedByGuard(provisioning)) return ['allow', 'resume', 'disconnect'];
  if (provisioning.state === 'on') return ['pause', 'disconnect'];
  return provisioning.state === 'paused' ? ['resume', 'disconnect'] : ['resume', 'pause'];
}

function GuardAlert() {
  const { t } = useTranslation();
  return (
    <Callout role="status" tone="red" icon={IconHandStop} title={t('provisioning.guard.title')}>
      <Text>{t('provisioning.guard.what')}</Text>
      <Text mt="xs">{t('provisioning.guard.ask')}</Text>
      <LinkAnchor to="/settings/provisioning/log" search={{ outcome: 'failed' }}>
        {t('provisioning.guard.look')}
      </LinkAnchor>
    </Callout>
  );
}

function Changed({ provisioning: { changedAt, changedBy } }: StateCardProps) {
  const { t, i18n } = useTranslation();
  if (changedAt === undefined || changedBy === undefined) return undefined;
  const who = changedBy.userName ?? t('provisioning.someone');
  return (
    <Text size="sm" c="dimmed">
      {t('provisioning.changed', { when: minuteTime(new Date(changedAt), i18n.locale), who })}
    </Text>
  );
}
