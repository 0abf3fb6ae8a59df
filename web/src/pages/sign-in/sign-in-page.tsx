// Organisations allow different ways to sign in. This page asks for them before it shows any, because what comes later
// would move what people are about to press.
import { Alert, Divider, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { SignInOptions } from '#sign-in/app-types.ts';
import { knowsPasskeys } from '#web/api/authenticator.ts';
import type { NextStep } from '#web/api/entry.ts';
import { Loading } from '#web/components/loading.tsx';
import { organisationOf, waysIn } from '#web/front/early.ts';
import { FailedFront } from '#web/front/front-boundary.tsx';
import { part } from '#web/front/part.ts';
import { PasskeyButton } from '#web/front/passkey-button.tsx';
import { readSignInSearch, type SignInSearch } from '#web/front/sign-in-search.ts';
import { useServerAnswer } from '#web/front/use-server-answer.ts';
import { enter, useSearchText } from '#web/front/way.ts';
import { Front } from '#web/shell/front.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { BreakGlass } from './break-glass.tsx';
import { PasswordForm } from './password-form.tsx';
import { SignedOutNote } from './signed-out.tsx';
import { FindSso, SsoButtons } from './sso-buttons.tsx';

const SecondStep = part(
  async () => (await import('#web/front/second-step.tsx')).SecondStep,
  ['secondFactor'],
);

/** The screen for people who are not signed in. */
export function SignInPage() {
  const search = readSignInSearch(useSearchText());
  const account = organisationOf(search);
  // All of it before any is shown: what comes later would move what somebody is about to press.
  const answer = useServerAnswer(account, () => waysIn(account));
  if (answer === undefined) return <Loading />;
  if (answer.data === undefined) return <FailedFront error={answer.error ?? new Error()} />;
  return <WaysIn search={search} options={answer.data} account={answer.key} />;
}

interface WaysInProps {
  readonly search: SignInSearch;
  readonly options: SignInOptions;
  /** The code of the one that the options are of; empty for none. */
  readonly account: string;
}

function WaysIn({ search, options, account }: WaysInProps) {
  const { t } = useTranslation();
  const { to = '/', again = false, problem } = search;
  const { ssoOnly } = options;
  const hasPasskeys = options.passkeys && !options.setUpNeeded && knowsPasskeys();
  const [next, setNext] = useState<NextStep>();
  const goOn = () => enter(to);
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
      <SignedOutNote left={search.left} state={search.state} />
      {problem && (
        <Alert
          role="alert"
          variant="outline"
          color="harbour"
          mb="md"
          icon={<IconInfoCircle />}
          title={t(problem === 'sso-other-account' ? 'signIn.otherTitle' : 'signIn.problemTitle')}
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
