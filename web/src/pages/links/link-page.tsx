import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import type { LinkInfo } from '#sign-in/app-types.ts';
import { ApiError } from '../../api/client.ts';
import { rememberedOrganisation } from '../../api/organisation.ts';
import type { NextStep } from '../../api/session.ts';
import { linkQuery, redeemLink, signInOptionsQuery } from '../../api/sign-in.ts';
import { Loading } from '../../components/loading.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { Problem } from '../../components/problem.tsx';
import { FrontForm } from '../../components/send-form.tsx';
import { useSendForm } from '../../components/use-send-form.ts';
import { Front } from '../../shell/front.tsx';
import { page } from '../../shell/page-parts.ts';
import { useTranslation } from '../../texts.ts';

const SecondStep = page(() => import('../sign-in/second-step.tsx'), 'SecondStep', ['secondFactor']);

/** Where a one-time link leads, of an admin or by mail: chooses a password and is signed in. */
export function LinkPage() {
  const { t } = useTranslation();
  // Behind `#`, which browsers never send: it stays out of logs and of the Referer header.
  const token = useToken();
  const { data: link, error } = useQuery({ ...linkQuery(token), enabled: token !== '' });
  if (token === '') {
    return (
      <Front title={t('link.title')}>
        <Text role="alert">{t('link.noToken')}</Text>
      </Front>
    );
  }
  if (error && isOver(error)) return <EndedLink />;
  if (error && isRefused(error)) return <RefusedLink />;
  if (error) return <FailedLink error={error} />;
  if (link === undefined) return <Loading />;
  return <PasswordForm key={token} token={token} link={link} />;
}

/** Also of a link that is opened while another one is shown. */
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
  const { data: options } = useQuery(signInOptionsQuery(rememberedOrganisation()));
  return (
    <Front title={t('link.endedTitle')}>
      <Stack>
        <Text role="alert">{t('link.ended')}</Text>
        {options?.resetByMail && (
          <Button component={Link} to="/forgotten-password">
            {t('link.forgotten')}
          </Button>
        )}
        <Button component={Link} to="/sign-in" variant="default">
          {t('link.toSignIn')}
        </Button>
      </Stack>
    </Front>
  );
}

const isRefused = (error: Error): boolean => error instanceof ApiError && error.code === 'sso-only';

/** The organisation takes single sign-on only since it was made. */
function RefusedLink() {
  const { t } = useTranslation();
  return (
    <Front title={t('link.ssoOnlyTitle')}>
      <Stack>
        <Text role="alert">{t('link.ssoOnly')}</Text>
        <Button component={Link} to="/sign-in">
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
  const navigate = useNavigate();
  const { kind, userName, accountName, passwordMinLength: count } = link;
  const [next, setNext] = useState<NextStep>();
  const goOn = () => navigate({ to: '/', replace: true });
  const form = useSendForm({
    initialValues: { password: '' },
    validate: {
      password: (value) => ([...value].length < count ? t('field.tooShort', { count }) : null),
    },
    send: ({ password }) => redeemLink(token, password),
    done: async (step) => (step === undefined ? goOn() : setNext(step)),
    isFleeting: true,
  });
  if (next !== undefined) {
    return (
      <Suspense>
        <SecondStep next={next} onDone={goOn} onRestart={() => navigate({ to: '/sign-in' })} />
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
