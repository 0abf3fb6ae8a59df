import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isBackFromProvider, leaveForProvider, ssoEnding } from '#web/api/sign-in.ts';
import type { SignInSearch } from '#web/front/sign-in-search.ts';
import { useServerAnswer } from '#web/front/use-server-answer.ts';
import { useTranslation } from '#web/texts/texts.ts';

const HERE = 'here';

/** Says what a sign-out has ended, and whether the person is still signed in at the identity provider. */
export function SignedOutNote({ left, state }: Pick<SignInSearch, 'left' | 'state'>) {
  const { t } = useTranslation();
  if (state !== undefined && isBackFromProvider(state)) {
    return <Note>{t('signIn.leftBoth')}</Note>;
  }
  if (left === HERE) return <Note>{t('signIn.leftHere')}</Note>;
  return left === undefined ? null : <StillThere connectionId={left} />;
}

function StillThere({ connectionId }: { readonly connectionId: string }) {
  const { t } = useTranslation();
  const data = useServerAnswer(connectionId, () => ssoEnding(connectionId))?.data;
  if (data === undefined) return <Note>{t('signIn.leftHere')}</Note>;
  const { name, url, state } = data;
  return (
    <Note>
      <Stack gap="sm" align="start">
        <Text size="sm">{t('signIn.leftHereOnly', { name })}</Text>
        {url !== undefined && state !== undefined && (
          <Button variant="default" onClick={() => leaveForProvider(url, state)}>
            {t('signIn.leaveThere', { name })}
          </Button>
        )}
      </Stack>
    </Note>
  );
}

function Note({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Alert
      role="status"
      variant="outline"
      color="harbour"
      mb="md"
      icon={<IconLogout />}
      title={t('signIn.leftTitle')}
    >
      {children}
    </Alert>
  );
}
