import { AppShell, Burger, Group, ScrollArea, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../api/session.ts';
import { Loading } from '../components/loading.tsx';
import { ForRole } from './for-role.tsx';
import { Navigation } from './navigation.tsx';
import { page } from './page-parts.ts';

const ConfirmationDialog = lazy(async () => ({
  default: (await import('../identity/confirmation-dialog.tsx')).ConfirmationDialog,
}));

// With what it opens over the page it is a fifth of the shell.
const UserMenu = lazy(async () => ({ default: (await import('./user-menu.tsx')).UserMenu }));

const ProvisioningBanner = page(() => import('./provisioning-banner.tsx'), 'ProvisioningBanner', [
  'provisioning',
]);

const SecondFactorBanner = page(() => import('./second-factor-banner.tsx'), 'SecondFactorBanner', [
  'secondFactor',
]);

const LeaveGuard = page(() => import('./leave-guard.tsx'), 'LeaveGuard', []);

const DeviceWatch = page(() => import('../offline/device-watch.tsx'), 'DeviceWatch', ['fill']);

/** Around every page that wants a session. On a phone the navigation opens over the page. */
export function Shell() {
  const { t } = useTranslation();
  const { account, user, secondFactorFrom } = useSession();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 240, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <a className="skip-link" href="#main">
        {t('shell.skip')}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={t(isOpen ? 'shell.closeNavigation' : 'shell.openNavigation')}
              aria-expanded={isOpen}
            />
            <img src="/icon.svg" alt="" width={28} height={28} />
            <Text fw={600} truncate>
              {account.name}
            </Text>
          </Group>
          <Suspense>
            <UserMenu />
          </Suspense>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar aria-label={t('shell.navigation')}>
        <ScrollArea
          viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': t('shell.navigation') }}
          p="xs"
        >
          <Navigation onGo={close} />
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <Suspense>{user.role === 'admin' && <ProvisioningBanner />}</Suspense>
        <Suspense>
          {secondFactorFrom !== undefined && <SecondFactorBanner from={secondFactorFrom} />}
        </Suspense>
        <Suspense>
          <DeviceWatch />
        </Suspense>
        <Suspense fallback={<Loading />}>
          <ForRole>
            <Outlet />
          </ForRole>
        </Suspense>
      </AppShell.Main>
      <Suspense>
        <LeaveGuard />
      </Suspense>
      <Suspense>
        <ConfirmationDialog />
      </Suspense>
    </AppShell>
  );
}
