import { Button, Group, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { PushDevice } from '#push/app-types.ts';
import { canPush, pushQuery, turnOffPush, turnOnPush } from '#web/api/push.ts';
import { ItemList } from '#web/components/item-list.tsx';
import { Problem } from '#web/components/problem.tsx';
import { QueryState } from '#web/components/query-state.tsx';
import { say } from '#web/components/say.ts';
import { Section } from '#web/components/section.tsx';
import { StateBadge } from '#web/components/state-badge.tsx';
import { Time } from '#web/components/time.tsx';
import { useAct } from '#web/components/use-act.ts';
import { nameOf } from '#web/identity/session-items.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/** The devices on which the person gets news. The browser asks for the permission after a tap, never by itself. */
export function OwnPush() {
  const { t } = useTranslation();
  const query = useQuery(pushQuery);
  const turnOn = useAct(
    (key: string) => turnOnPush(key),
    (isOn) => say(t(isOn ? 'push.turnedOn' : 'push.denied')),
  );
  const { key, devices = [] } = query.data ?? {};
  // An installation that pushes nothing offers nothing.
  if (query.data && key === undefined) return undefined;
  const isHere = devices.some(({ isThisSession }) => isThisSession);
  return (
    <Section title={t('push.title')} lead={t('push.lead')}>
      <QueryState what={t('push.title')} query={query} />
      {turnOn.problem && <Problem error={turnOn.problem} />}
      {key !== undefined && !isHere && canPush() && (
        <Group>
          <Button variant="default" loading={turnOn.isRunning} onClick={() => turnOn.run(key)}>
            {t('push.turnOn')}
          </Button>
        </Group>
      )}
      {key !== undefined && !canPush() && <Text size="sm">{t('push.cannot')}</Text>}
      <ItemList
        items={devices.map((device) => ({
          id: device.id,
          title: nameOf(device, t),
          state: device.isThisSession && (
            <StateBadge tone="green" icon={IconCircleCheck}>
              {t('push.here')}
            </StateBadge>
          ),
          facts: (
            <>
              {`${t('push.since')} `}
              <Time at={device.createdAt} />
            </>
          ),
          actions: <OffButton device={device} />,
        }))}
      />
    </Section>
  );
}

function OffButton({ device }: { readonly device: PushDevice }) {
  const { t } = useTranslation();
  const { id, isThisSession } = device;
  const act = useAct(
    () => turnOffPush(id, isThisSession),
    () => say(t('push.turnedOff')),
  );
  if (act.problem) return <Problem error={act.problem} />;
  return (
    <Button
      variant="default"
      size="xs"
      flex="none"
      loading={act.isRunning}
      onClick={() => act.run(undefined)}
      aria-label={t('push.turnOffOf', { device: nameOf(device, t) })}
    >
      {t('push.turnOff')}
    </Button>
  );
}
