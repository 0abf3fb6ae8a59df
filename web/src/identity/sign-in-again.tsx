import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { withQuery } from '../api/client.ts';

/** For who has no password here: signing in once more proves who one is. */
export function SignInAgain({ onCancel }: { readonly onCancel: () => void }) {
  const { t } = useTranslation();
  const here = `${location.pathname}${location.search}`;
  return (
    <Stack>
      <Text>{t('confirmation.again')}</Text>
      <Group justify="end">
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button component="a" href={withQuery('/sign-in', { to: here, again: true })}>
          {t('confirmation.signIn')}
        </Button>
      </Group>
    </Stack>
  );
}
