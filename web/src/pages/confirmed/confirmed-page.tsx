import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { LinkAnchor } from '../../components/link-anchor.tsx';
import { Front } from '../../shell/front.tsx';

/** Where a second sign-in ends that another tab waits for. */
export function ConfirmedPage() {
  const { t } = useTranslation();
  const isConfirmed = useSession().confirmedUntil !== undefined;
  return (
    <Front title={t(isConfirmed ? 'confirmed.title' : 'confirmed.notTitle')}>
      <Stack>
        <Text role="status">{t(isConfirmed ? 'confirmed.lead' : 'confirmed.notLead')}</Text>
        <LinkAnchor to="/forms" w="fit-content">
          {t('confirmed.home')}
        </LinkAnchor>
      </Stack>
    </Front>
  );
}
