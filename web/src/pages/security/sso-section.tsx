import { Button, Stack } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccountSettings } from '#administration/app-types.ts';
import { ssoConnectionsQuery } from '#web/api/account.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { QueryState } from '#web/components/query-state.tsx';
import { Section } from '#web/components/section.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { ConnectDialog } from './connect-dialog.tsx';
import { SsoCard } from './sso-card.tsx';
import { SsoOnlyCard } from './sso-only-card.tsx';

/** The identity providers with which people sign in. */
export function SsoSection({ account }: { readonly account: AccountSettings }) {
  const { t } = useTranslation();
  const query = useQuery(ssoConnectionsQuery);
  const { data } = query;
  const [isConnecting, setConnecting] = useState(false);
  const connect = (
    <Button variant="default" onClick={() => setConnecting(true)}>
      {t('sso.connect')}
    </Button>
  );
  return (
    <Section
      title={t('security.sso')}
      lead={t('security.ssoLead')}
      actions={data !== undefined && data.items.length > 0 && connect}
    >
      <QueryState query={query} />
      {data?.items.length === 0 && (
        <EmptyState icon={IconPlugConnected} title={t('security.noSso')}>
          {connect}
        </EmptyState>
      )}
      <LinkAnchor to="/settings/provisioning" search={{ tab: 'sign-in' }} w="fit-content">
        {t('sso.guide')}
      </LinkAnchor>
      <Stack>
        {data?.items.map((connection) => (
          <SsoCard key={connection.id} connection={connection} />
        ))}
        {data !== undefined && data.items.length > 0 && <SsoOnlyCard account={account} />}
      </Stack>
      {isConnecting && <ConnectDialog onClose={() => setConnecting(false)} />}
    </Section>
  );
}
