import { Alert, Divider, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useLoaderData, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { rememberedOrganisation } from '../../api/organisation.ts';
import { knowsPasskeys } from '../../api/passkeys.ts';
import type { NextStep } from '../../api/session.ts';
import { Front } from '../../shell/front.tsx';
import { page } from '../../shell/page-parts.ts';
import { useTranslation } from '../../texts.ts';
import { BreakGlass } from './break-glass.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { PasswordForm } from './password-form.tsx';
import { SignedOutNote } from './signed-out.tsx';
import { FindSso, SsoButtons } from './sso-buttons.tsx';

const SecondStep = page(() => import('./second-step.tsx'), 'SecondStep', ['secondFactor']);

/** For everybody who is not signed in. */
export function SignInPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const {
    to = '/',
    again = false,
    problem,
    account = rememberedOrganisation(),
    ...left
  } = useSearch({ from: '/sign-in' });
  const options = useLoaderData({ from: '/sign-in' });
  const { ssoOnly } = options;
  const hasPasskeys = options.passkeys && !options.setUpNeeded && knowsPasskeys();
  const [next, setNext] = useState<NextStep>();
  const goOn = () => navigate({ href: to, replace: true });
  const afterPassword = async (step: NextStep) => (step === undefined ? goOn() : setNext(step));
  if (next !== undefined) {
    return (
      <Suspense>
        <SecondStep next={next} onDone={goOn} onRestart={() => setNext(undefined)} />
      </Suspense>
    );
  }
  return (
    <Front title={t('signIn.title')}>
      <SignedOutNote {...left} />
      {problem && (
        <Alert
          role="alert"
          variant="outline"
          color="harbour"
          mb="md"
          icon={<IconInfoCircle />}
          title={t('signIn.problemTitle')}
        >
          {t(`signIn.problems.${problem}`)}
        </Alert>
      )}
      {(options.sso.length > 0 || hasPasskeys) && (
        <Stack mb="md">
          {ssoOnly && <Text>{t('signIn.ssoOnly')}</Text>}
          <SsoButtons connections={options.sso} to={to} isFresh={again} isOnlyWay={ssoOnly} />
          {hasPasskeys && <PasskeyButton onDone={goOn} />}
          {!ssoOnly && <Divider label={t('signIn.or')} />}
        </Stack>
      )}
      {ssoOnly ? (
        <BreakGlass options={options} onDone={afterPassword} />
      ) : (
        <PasswordForm options={options} onDone={afterPassword} />
      )}
      {options.severalAccounts && (
        <FindSso key={account} account={account} hasFound={options.sso.length > 0} />
      )}
    </Front>
  );
}
