// Invitations and forgotten passwords both end with a one-time link. The token is in the fragment of the address, which
// browsers never send to a server, so this page reads it.
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import type { LinkInfo } from '#sign-in/app-types.ts';
import { ApiError } from '#web/api/client.ts';
import { type NextStep, redeemLink } from '#web/api/entry.ts';
import { rememberedOrganisation } from '#web/api/organisation.ts';
import { readLink, signInOptions } from '#web/api/sign-in.ts';
import { Loading } from '#web/components/loading.tsx';
import { PasswordField } from '#web/components/password-field.tsx';
import { Problem } from '#web/components/problem.tsx';
import { FrontForm } from '#web/components/send-form.tsx';
import { part } from '#web/front/part.ts';
import { useFrontForm } from '#web/front/use-front-form.ts';
import { useServerAnswer } from '#web/front/use-server-answer.ts';
import { enter, go, linkTo } from '#web/front/way.ts';
import { Front } from '#web/shell/front.tsx';
import { useTranslation } from '#web/texts/texts.ts';

const SecondStep = part(
  async () => (await import('#web/front/second-step.tsx')).SecondStep,
  ['secondFactor'],
);

/**
 * The target of a one-time link, created by an admin or sent by mail: the person chooses a password and is signed in.
 */
export function LinkPage() {
  const { t } = useTranslation();
  // The token follows `#`, which browsers never send, so it does not get into logs or the Referer header.
  const token = useToken();
  if (token === '') {
    return (
      <Front title={t('link.title')}>
        <Text role="alert">{t('link.noToken')}</Text>
      </Front>
    );
  }
  return <ReadLink key={token} token={token} />;
}

function ReadLink({ token }: { readonly token: string }) {
  const answer = useServerAnswer(token, () => readLink(token));
  const { data: link, error } = answer ?? {};
  if (error && isOver(error)) return <EndedLink />;
  if (error && isRefused(error)) return <RefusedLink />;
  if (error) return <FailedLink error={error} />;
  if (link === undefined) return <Loading />;
  return <PasswordForm token={token} link={link} />;
}

/** Reads the token also when another link is opened in the same tab. */
function useToken(): string {
  const [token, setToken] = useState(() => location.hash.slice(1));
  useEffect(() => {
    const read = () => setToken(location.hash.slice(1));
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  return token;
}

const isOver = (error: Error | undefined): boolean =>
  error instanceof ApiError && error.code === 'link-invalid';

function EndedLink() {
  const { t } = useTranslation();
  const account = rememberedOrganisation() ?? '';
  const options = useServerAnswer(account, () => signInOptions(account))?.data;
  return (
    <Front title={t('link.endedTitle')}>
      <Stack>
        <Text role="alert">{t('link.ended')}</Text>
        {options?.resetByMail === false && <Text>{t('link.askAdmin')}</Text>}
        {options?.resetByMail && (
          <Button component="a" {...linkTo('/forgotten-password')}>
            {t('link.forgotten')}
          </Button>
        )}
        <Button component="a" {...linkTo('/sign-in')} variant="default">
          {t('link.toSignIn')}
        </Button>
      </Stack>
    </Front>
  );
}

const isRefused = (error: Error): boolean => error instanceof ApiError && error.code === 'sso-only';

/** Since the link was created, the organisation has come to allow only single sign-on. */
function RefusedLink() {
  const { t } = useTranslation();
  return (
    <Front title={t('link.ssoOnlyTitle')}>
      <Stack>
        <Text role="alert">{t('link.ssoOnly')}</Text>
        <Button component="a" {...linkTo('/sign-in')}>
          {t('link.toSignIn')}
        </Button>
      </Stack>
    </Front>
  );
}

function FailedLink({ error }: { readonly error: Error }) {
  const { t } = useTranslation();
  return (
    <Front title={t('link.title')}>
      <Problem error={error} title={t('problem.notOpened')} onRetry={() => location.reload()} />
    </Front>
  );
}

interface PasswordFormProps {
  readonly token: string;
  readonly link: LinkInfo;
}

function PasswordForm({ token, link }: PasswordFormProps) {
  const { t } = useTranslation();
  const { kind, userName, accountName, passwordMinLength: count } = link;
  const [next, setNext] = useState<NextStep>();
  const goOn = () => enter('/');
  const form = useFrontForm({
    initialValues: { password: '' },
    validate: {
      password: (value) => ([...value].length < count ? t('field.tooShort', { count }) : null),
    },
    send: ({ password }) => redeemLink(token, password),
    done: async (step) => (step === undefined ? goOn() : setNext(step)),
  });
  if (next !== undefined) {
    return (
      <Suspense>
        <SecondStep next={next} onDone={goOn} onRestart={() => go('/sign-in')} />
      </Suspense>
    );
  }
  if (isOver(form.problem)) return <EndedLink />;
  return (
    <Front title={t(`link.${kind}`, { account: accountName })} lead={t(`link.${kind}Lead`)}>
      <FrontForm form={form} verb={t('link.submit')}>
        <TextInput label={t('link.userName')} autoComplete="username" value={userName} readOnly />
        <PasswordField
          label={t('signIn.password')}
          description={t('setUp.passwordHint', { count })}
          autoComplete="new-password"
          autoFocus
          {...form.getInputProps('password')}
        />
      </FrontForm>
    </Front>
  );
}
