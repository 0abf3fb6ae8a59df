// The session of somebody who lacks a required second factor can do nothing else, so this page stands alone.
import { Button, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { SecondFactorOffer } from '#sign-in/app-types.ts';
import { knowsPasskeys } from '#web/api/authenticator.ts';
import { beginApp } from '#web/api/second-factor.ts';
import { signOut, startAnew, useSession } from '#web/api/session.ts';
import { Problem } from '#web/components/problem.tsx';
import { useAct } from '#web/components/use-act.ts';
import { NamePasskey } from '#web/identity/name-passkey.tsx';
import { SetUpApp } from '#web/identity/set-up-app.tsx';
import { Front } from '#web/shell/front.tsx';
import { useTranslation } from '#web/texts/texts.ts';

const ConfirmationDialog = lazy(async () => ({
  default: (await import('#web/identity/confirmation-dialog.tsx')).ConfirmationDialog,
}));

/** The only screen for somebody whose organisation requires a second factor, once the deadline is over. */
export function SecondFactorPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { account } = useSession();
  const [offer, setOffer] = useState<SecondFactorOffer>();
  const [isAddingPasskey, setAddingPasskey] = useState(false);
  const begin = useAct(beginApp, setOffer);
  const goOn = async () => {
    await startAnew();
    await navigate({ to: '/', replace: true });
  };
  const leave = useAct(signOut, () => navigate({ to: '/sign-in' }));
  return (
    <Front title={t('secondFactor.neededTitle')}>
      <Stack>
        <Text>{t('secondFactor.needed', { account: account.name })}</Text>
        {begin.problem && <Problem error={begin.problem} />}
        {leave.problem && <Problem error={leave.problem} />}
        <Button loading={begin.isRunning} onClick={() => begin.run(undefined)}>
          {t('secondFactor.setUp')}
        </Button>
        {knowsPasskeys() && (
          <Button variant="default" onClick={() => setAddingPasskey(true)}>
            {t('passkeys.add')}
          </Button>
        )}
        <Button variant="subtle" loading={leave.isRunning} onClick={() => leave.run(undefined)}>
          {t('secondFactor.leave')}
        </Button>
      </Stack>
      {offer && (
        <SetUpApp offer={offer} onDone={() => void goOn()} onClose={() => setOffer(undefined)} />
      )}
      {isAddingPasskey && (
        <NamePasskey
          onClose={() => {
            setAddingPasskey(false);
            void goOn();
          }}
        />
      )}
      <Suspense>
        <ConfirmationDialog />
      </Suspense>
    </Front>
  );
}
