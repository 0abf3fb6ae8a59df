import { Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { provisioningQuery } from '#web/api/provisioning.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { Banner } from './banner.tsx';

const PAGE = '/settings/provisioning';
const FRESH_MS = 60_000;

/** Shown to admins above every screen while provisioning is stopped or will soon stop. */
export function ProvisioningBanner() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { data } = useQuery({ ...provisioningQuery, staleTime: FRESH_MS });
  if (data === undefined || pathname === PAGE) return undefined;
  const isStopped = data.state === 'paused' && data.reason === 'guard';
  const titles = new Set<string>(
    data.warnings.map(({ kind }) => t(`provisioning.warning.${kind}`)),
  );
  if (isStopped) titles.add(t('provisioning.guard.title'));
  if (titles.size === 0) return undefined;
  return (
    <Banner tone="red" icon={IconAlertTriangle} to={PAGE} link={t('provisioning.warning.more')}>
      {[...titles].map((title) => (
        <Text key={title} fw={550} inherit>
          {title}
        </Text>
      ))}
    </Banner>
  );
}
