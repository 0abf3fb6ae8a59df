import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { withQuery } from '#web/api/client.ts';
import { sessionQuery, useSession } from '#web/api/session.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** The interval at which this tab checks whether the person has signed in in the other one. */
const LOOK_AGAIN_MS = 2000;

interface SignInAgainProps {
  readonly onCancel: () => void;
  readonly onDone: () => void;
}

/**
 * For people without a password in Formstead: signing in again confirms their identity. It happens in another tab,
 * because leaving this one would lose all input on the screen, including secrets.
 */
export function SignInAgain({ onCancel, onDone }: SignInAgainProps) {
  const { t } = useTranslation();
  const { account } = useSession();
  const [openedAt] = useState(Date.now);
  const { data, dataUpdatedAt } = useQuery({
    ...sessionQuery,
    refetchInterval: LOOK_AGAIN_MS,
    refetchIntervalInBackground: true,
  });
  // A session that was read before this dialog opened may be older than the request that was refused.
  const isConfirmed = dataUpdatedAt > openedAt && data?.confirmedUntil !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, whatever else changes
  useEffect(() => {
    if (isConfirmed) onDone();
  }, [isConfirmed]);
  const href = withQuery('/sign-in', { to: '/confirmed', again: true, account: account.code });
  return (
    <Stack>
      <Text>{t('confirmation.again')}</Text>
      <Group justify="end">
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button component="a" href={href} target="_blank" rel="noopener">
          {t('confirmation.signIn')}
        </Button>
      </Group>
    </Stack>
  );
}
