import { Anchor, Stack, Tabs } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { signInAddress } from '../../api/organisation.ts';
import { provisioningQuery } from '../../api/provisioning.ts';
import { useSession } from '../../api/session.ts';
import { Page } from '../../components/page.tsx';
import { AttributesTab } from './attributes-tab.tsx';
import { ConnectTab } from './connect-tab.tsx';
import { HealthCard } from './health-card.tsx';
import { type ProvisioningSearch, TABS } from './provisioning-search.ts';
import { RolesTab } from './roles-tab.tsx';
import { SettingsCard } from './settings-card.tsx';
import { SignInTab } from './sign-in-tab.tsx';
import { StateCard } from './state-card.tsx';
import { Warnings } from './warnings.tsx';

const route = getRouteApi('/signed-in/settings/provisioning');

/** Everything that connects an identity provider, and what it does. */
export function ProvisioningPage() {
  const { t } = useTranslation();
  const { tab = 'overview', idp = 'entra' } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: provisioning } = useSuspenseQuery(provisioningQuery);
  const goTo = (change: ProvisioningSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const { account } = useSession();
  const addresses = {
    ...provisioning,
    redirectUri: `${location.origin}/app/v1/sso/callback`,
    signInUrl: signInAddress(account.code),
  };
  const choose = { idp, onChoose: (chosen: typeof idp) => goTo({ idp: chosen }) };
  return (
    <Page
      title={t('provisioning.title')}
      lead={t('provisioning.lead')}
      actions={
        <Anchor component={Link} to="/settings/provisioning/log">
          {t('provisioning.toLog')}
        </Anchor>
      }
    >
      <Warnings warnings={provisioning.warnings} />
      <Tabs
        value={tab}
        onChange={(value) => goTo({ tab: TABS.find((each) => each === value) })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {TABS.map((each) => (
            <Tabs.Tab key={each} value={each} px={{ base: 'xs', sm: 'md' }}>
              {t(`provisioning.tabs.${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview">
          <Stack>
            <StateCard provisioning={provisioning} />
            <HealthCard health={provisioning.health} />
            <SettingsCard provisioning={provisioning} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="connect">
          <ConnectTab addresses={addresses} {...choose} />
        </Tabs.Panel>
        <Tabs.Panel value="sign-in">
          <SignInTab addresses={addresses} {...choose} />
        </Tabs.Panel>
        <Tabs.Panel value="attributes">
          <AttributesTab {...choose} />
        </Tabs.Panel>
        <Tabs.Panel value="roles">
          <RolesTab />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
