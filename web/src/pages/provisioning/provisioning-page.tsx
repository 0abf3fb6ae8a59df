// Setting up provisioning means going back and forth between two products, so the address keeps the tab.
import { Button, Tabs } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Provisioning } from '#provisioning/app-types.ts';
import { signInAddress } from '#web/api/organisation.ts';
import { provisioningQuery } from '#web/api/provisioning.ts';
import { useSession } from '#web/api/session.ts';
import { Detail } from '#web/components/detail.tsx';
import { Page } from '#web/components/page.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { AttributesTab } from './attributes-tab.tsx';
import { ConnectTab } from './connect-tab.tsx';
import { EndedMappings } from './ended-mappings.tsx';
import { HealthCard } from './health-card.tsx';
import { ShortenedLog } from './log/shortened-log.tsx';
import { NamesAlike } from './names-alike.tsx';
import { type ProvisioningSearch, TABS } from './provisioning-search.ts';
import { ProvisioningState } from './provisioning-state.tsx';
import { RolesTab } from './roles-tab.tsx';
import { SettingsCard } from './settings-card.tsx';
import { SignInTab } from './sign-in-tab.tsx';
import { StateCard } from './state-card.tsx';
import { Warnings } from './warnings.tsx';

const route = getRouteApi('/signed-in/settings/provisioning');

const DAY_MS = 86_400_000;

/** Returns whether what the health shows may be gone from the log because of its size limit. */
const isHealthPartial = ({ logCutAt, health }: Provisioning): boolean =>
  logCutAt !== undefined &&
  (health.lastSuccessAt === undefined || Date.now() - Date.parse(logCutAt) < DAY_MS);

/** The screen for connecting an identity provider, its state and its settings. */
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
      state={<ProvisioningState state={provisioning.state} />}
      actions={
        <Button variant="default" component={Link} to="/settings/provisioning/log">
          {t('provisioning.toLog')}
        </Button>
      }
    >
      <Warnings warnings={provisioning.warnings} />
      <EndedMappings />
      <NamesAlike />
      {tab === 'overview' && isHealthPartial(provisioning) && <ShortenedLog />}
      <Tabs
        value={tab}
        onChange={(value) => goTo({ tab: TABS.find((each) => each === value) })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {TABS.map((each) => (
            <Tabs.Tab key={each} value={each} px={{ base: 4, sm: 'md' }}>
              {t(`provisioning.tabs.${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview">
          <Detail aside={<HealthCard health={provisioning.health} />}>
            <StateCard provisioning={provisioning} />
            <SettingsCard provisioning={provisioning} />
          </Detail>
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
