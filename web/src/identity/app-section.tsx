import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SecondFactor, SecondFactorOffer } from '#sign-in/app-types.ts';
import {
  beginApp,
  refreshApp,
  removeApp,
  renewRecoveryCodes,
  secondFactorQuery,
} from '#web/api/second-factor.ts';
import { useSession } from '#web/api/session.ts';
import { ConsentButton } from '#web/components/consent-button.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Problem } from '#web/components/problem.tsx';
import { QueryState } from '#web/components/query-state.tsx';
import { Section } from '#web/components/section.tsx';
import { StateBadge } from '#web/components/state-badge.tsx';
import { Time } from '#web/components/time.tsx';
import { useAct } from '#web/components/use-act.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { SetUpApp } from './set-up-app.tsx';

/** The person's own authenticator app. Shown only if there is a password that it protects, or an app already. */
export function AppSection() {
  const { t } = useTranslation();
  const { hasPassword } = useSession().user;
  const query = useQuery(secondFactorQuery);
  const { data } = query;
  const [offer, setOffer] = useState<SecondFactorOffer>();
  const begin = useAct(beginApp, setOffer);
  if (!hasPassword && data?.app === undefined) return null;
  const close = () => setOffer(undefined);
  const done = () => {
    close();
    notifications.show({ message: t('secondFactor.done') });
    void refreshApp();
  };
  const start = (
    <Button variant="default" loading={begin.isRunning} onClick={() => begin.run(undefined)}>
      {t(data?.app ? 'secondFactor.replace' : 'secondFactor.setUp')}
    </Button>
  );
  return (
    <Section title={t('secondFactor.app')} actions={data?.app && start}>
      <QueryState query={query} />
      {begin.problem && <Problem error={begin.problem} />}
      {data?.app && <OwnApp app={data.app} />}
      {data && !data.app && (
        <EmptyState
          icon={IconDeviceMobile}
          title={t('secondFactor.noApp')}
          text={t('secondFactor.lead')}
        >
          {start}
        </EmptyState>
      )}
      {offer && <SetUpApp offer={offer} onDone={done} onClose={close} />}
    </Section>
  );
}

function OwnApp({ app }: { readonly app: NonNullable<SecondFactor['app']> }) {
  const { t } = useTranslation();
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <Stack gap="xs">
      <Text>
        {t('secondFactor.since')} <Time at={app.createdAt} />
      </Text>
      <RecoveryCodesLeft count={app.recoveryCodes} />
      <Group gap="xs">
        <ConsentButton
          label={t('secondFactor.renew')}
          title={t('secondFactor.renewTitle')}
          verb={t('secondFactor.renewVerb')}
          act={async () => setCodes(await renewRecoveryCodes())}
        >
          <Text>{t('secondFactor.renewLead')}</Text>
        </ConsentButton>
        <ConsentButton
          label={t('secondFactor.remove')}
          title={t('secondFactor.removeTitle')}
          verb={t('secondFactor.remove')}
          act={removeApp}
        >
          <Text>{t('secondFactor.removeLead')}</Text>
        </ConsentButton>
      </Group>
      {codes && (
        <RecoveryCodesDialog
          codes={codes}
          onDone={() => {
            setCodes(undefined);
            void refreshApp();
          }}
        />
      )}
    </Stack>
  );
}

/** Shown as a warning from this number down. */
const FEW = 3;

function RecoveryCodesLeft({ count }: { readonly count: number }) {
  const { t } = useTranslation();
  const text = count === 0 ? t('secondFactor.noneLeft') : t('secondFactor.left', { count });
  if (count > FEW) return <Text>{text}</Text>;
  return (
    <div>
      <StateBadge tone={count === 0 ? 'red' : 'amber'} icon={IconAlertTriangle}>
        {text}
      </StateBadge>
    </div>
  );
}
