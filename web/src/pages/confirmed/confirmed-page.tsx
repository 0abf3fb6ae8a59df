// People confirm who they are in a tab of its own, so that the first tab keeps their work. This page is the end of that
// tab.
import { Stack, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useSession } from '#web/api/session.ts';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { Front } from '#web/shell/front.tsx';
import { useTranslation } from '#web/texts/texts.ts';

/** The end of a sign-in that another tab asked for, to confirm the person's identity. */
export function ConfirmedPage() {
  const { t } = useTranslation();
  const isConfirmed = useSession().confirmedUntil !== undefined;
  const { untold: isUntold } = useSearch({ from: '/confirmed' });
  const notLead = isUntold ? 'confirmed.untold' : 'confirmed.notLead';
  return (
    <Front
      title={t(
        isConfirmed ? 'confirmed.title' : isUntold ? 'confirmed.untoldTitle' : 'confirmed.notTitle',
      )}
    >
      <Stack>
        <Text role="status">{t(isConfirmed ? 'confirmed.lead' : notLead)}</Text>
        <LinkAnchor to="/" w="fit-content">
          {t('confirmed.home')}
        </LinkAnchor>
      </Stack>
    </Front>
  );
}
