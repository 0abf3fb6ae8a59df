import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecondFactor, SecondFactorOffer } from '#sign-in/app-types.ts';
import {
  beginApp,
  refreshApp,
  removeApp,
  renewRecoveryCodes,
  secondFactorQuery,
} from '../../api/second-factor.ts';
import { useSession } from '../../api/session.ts';
import { ConsentButton } from '../../components/consent-button.tsx';
import { Problem } from '../../components/problem.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';
import { useAct } from '../../components/use-act.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { SetUpApp } from './set-up-app.tsx';

/** One's own authenticator app; for people who have a password to guard with it. */
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
  return (
    <Section
      title={t('secondFactor.app')}
      lead={t('secondFactor.lead')}
      actions={
        data && (
          <Button variant="default" loading={begin.isRunning} onClick={() => begin.run(undefined)}>
            {t(data.app ? 'secondFactor.replace' : 'secondFactor.setUp')}
          </Button>
        )
      }
    >
      <QueryState query={query} />
      {begin.problem && <Problem error={begin.problem} />}
      {data && (data.app ? <OwnApp app={data.app} /> : <Text>{t('secondFactor.noApp')}</Text>)}
      {offer && <SetUpApp offer={offer} onDone={done} onClose={close} />}
    </Section>
  );
}

/** From so few on it is said with more weight. */
const FEW = 3;

function OwnApp({ app }: { readonly app: NonNullable<SecondFactor['app']> }) {
  const { t } = useTranslation();
  const [codes, setCodes] = useState<readonly string[]>();
  const left = app.recoveryCodes;
  return (
    <Stack gap="xs">
      <Text>
        {t('secondFactor.since')} <Time at={app.createdAt} />
      </Text>
      <Text {...(left <= FEW && { fw: 600, c: 'red.8' })}>
        {left === 0 ? t('secondFactor.noneLeft') : t('secondFactor.left', { count: left })}
      </Text>
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
