import { Button, Group, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../components/dialog.tsx';
import { hasUnsaved } from '../components/unsaved.ts';

/** Asks before what somebody typed on a page is lost by going elsewhere; the browser asks when it is closed. */
export function LeaveGuard() {
  const { t } = useTranslation();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      // Who signs out, or was signed out, is not held back.
      next.pathname !== '/sign-in' && isElsewhere(current, next) && hasUnsaved(),
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return undefined;
  return (
    <Dialog onClose={blocker.reset} title={t('leaving.title')}>
      <Stack>
        <Text>{t('leaving.text')}</Text>
        <Group justify="end">
          <Button variant="default" onClick={blocker.reset} data-autofocus>
            {t('leaving.stay')}
          </Button>
          <Button color="red.9" onClick={blocker.proceed}>
            {t('leaving.leave')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface Place {
  readonly pathname: string;
  readonly search: unknown;
}

/** A tab of a page is told by its search. */
const isElsewhere = (current: Place, next: Place): boolean =>
  current.pathname !== next.pathname ||
  JSON.stringify(current.search) !== JSON.stringify(next.search);
