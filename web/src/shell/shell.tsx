import { AppShell, Box, Burger, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { type Session, useSession } from '#web/api/session.ts';
import { late } from '#web/components/late.ts';
import { Loading } from '#web/components/loading.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { ForRole } from './for-role.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { Logo } from './logo.tsx';
import { Navigation } from './navigation.tsx';
import { OwnMark } from './own-mark.tsx';
import { SearchEverywhere } from './search-everywhere.tsx';
import { useIsQuiet } from './use-is-quiet.ts';

const ConfirmationDialog = late(
  () => import('#web/identity/confirmation-dialog.tsx'),
  'ConfirmationDialog',
);

// Loaded separately: with its dialogs and menus it makes up a fifth of the shell.
const UserMenu = late(() => import('./own-corner.tsx'), 'OwnCorner', ['notices']);

const ProvisioningBanner = late(() => import('./provisioning-banner.tsx'), 'ProvisioningBanner', [
  'provisioning',
]);

const SecondFactorBanner = late(() => import('./second-factor-banner.tsx'), 'SecondFactorBanner', [
  'secondFactor',
]);

const Toasts = late(() => import('./toasts.tsx'), 'Toasts');

const DeviceWatch = late(() => import('#web/offline/device-watch.tsx'), 'DeviceWatch', ['fill']);

/**
 * The frame of every screen that needs a session. On wide screens the navigation is at the side and nothing is above
 * the content, so that lists have the full height; on a phone the navigation opens over the content.
 */
export function Shell() {
  const { t } = useTranslation();
  const { account, user, secondFactorFrom } = useSession();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  // What nobody looks for first is loaded after the page.
  const isQuiet = useIsQuiet();
  const [isWideAtFirst] = useState(isWide);
  // On a phone it is out of sight until somebody opens it.
  const hasNavigation = isQuiet || isOpen || isWideAtFirst;
  return (
    <AppShell
      header={{ height: { base: 52, sm: 0 } }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'lg' }}
    >
      <a className="skip-link" href="#main">
        {t('shell.skip')}
      </a>
      <AppShell.Header hiddenFrom="sm">
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger
              opened={isOpen}
              onClick={toggle}
              size="sm"
              aria-label={t(isOpen ? 'shell.closeNavigation' : 'shell.openNavigation')}
              aria-expanded={isOpen}
            />
            <Organisation {...account} />
          </Group>
          <Suspense>{isQuiet && <UserMenu />}</Suspense>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar aria-label={t('shell.navigation')}>
        <Group visibleFrom="sm" h={52} px="md" gap="sm" wrap="nowrap">
          <Organisation {...account} />
        </Group>
        {/* Scrolled by the browser: the scroll area of Mantine would bring 15 kB to every page. */}
        {hasNavigation && (
          <Box
            flex={1}
            mih={0}
            p="xs"
            className="scrolls"
            tabIndex={0}
            role="group"
            aria-label={t('shell.navigation')}
          >
            <Box pb="sm">
              <SearchEverywhere onGo={close} />
            </Box>
            <Navigation onGo={close} isQuiet={isQuiet} />
          </Box>
        )}
        <Box visibleFrom="sm" p="xs">
          <Suspense>{isQuiet && <UserMenu />}</Suspense>
        </Box>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <Suspense>{isQuiet && user.role === 'admin' && <ProvisioningBanner />}</Suspense>
        <Suspense>
          {isQuiet && secondFactorFrom !== undefined && (
            <SecondFactorBanner from={secondFactorFrom} />
          )}
        </Suspense>
        <Suspense>{isQuiet && <DeviceWatch />}</Suspense>
        <Suspense fallback={<Loading />}>
          <ForRole>
            <Outlet />
          </ForRole>
        </Suspense>
      </AppShell.Main>
      <LeaveGuard />
      <Suspense>{isQuiet && <ConfirmationDialog />}</Suspense>
      <Suspense>{isQuiet && <Toasts />}</Suspense>
    </AppShell>
  );
}

/** As the styles of the frame have it. */
const isWide = (): boolean => matchMedia('(min-width: 48em)').matches;

function Organisation({ name, brand }: Pick<Session['account'], 'name' | 'brand'>) {
  if (brand?.logo) return <Logo logo={brand.logo} name={name} />;
  return (
    <>
      <OwnMark size={24} />
      <Text fw={600} truncate>
        {name}
      </Text>
    </>
  );
}
