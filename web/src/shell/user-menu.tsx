import { Button, Menu, Text, useMantineColorScheme } from '@mantine/core';
import {
  IconCheck,
  IconChevronDown,
  IconLogout,
  IconUser,
  IconUserCircle,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { signOut, useSession } from '#web/api/session.ts';
import { late } from '#web/components/late.ts';
import { leavingLoses } from '#web/components/unsaved.ts';
import { useAct } from '#web/components/use-act.ts';
import { changeLanguage, isLanguage, LANGUAGES } from '#web/texts/i18n.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import { StillHereDialog } from './still-here-dialog.tsx';

const SignOutDialog = late(() => import('#web/offline/sign-out-dialog.tsx'), 'SignOutDialog', [
  'outbox',
]);

const SCHEMES = ['auto', 'light', 'dark'] as const;

/** The menu of the signed-in person: profile, colour scheme, language and sign-out. */
export function UserMenu() {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const session = useSession();
  const { user } = session;
  const [waiting, setWaiting] = useState(0);
  const [isUnsaved, setUnsaved] = useState(false);
  const [isTold, setTold] = useState(false);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const leave = async (isAll: boolean) => {
    const { forget } = await import('#web/offline/leave.ts');
    const sso = await signOut();
    try {
      await navigate({
        to: '/sign-in',
        search: { left: sso?.id ?? 'here' },
      });
    } finally {
      await forget(session, isAll);
    }
  };
  const { run, problem } = useAct(async () => {
    const { countWaiting } = await import('#web/offline/leave.ts');
    const count = await countWaiting(session);
    setWaiting(count);
    // Another tab may store something meanwhile, which the server does not have.
    if (count === 0) await leave(false);
  });
  const ask = () => {
    setUnsaved(false);
    setTold(true);
    run(undefined);
  };
  const askIfUnsaved = async () => {
    if (await leavingLoses()) setUnsaved(true);
    else ask();
  };
  const name = user.displayName ?? user.userName;
  const mark = (isOn: boolean) => (isOn ? <IconCheck size={16} aria-hidden /> : <span />);
  return (
    <>
      {waiting > 0 && (
        <Suspense>
          <SignOutDialog count={waiting} act={leave} onStay={() => setWaiting(0)} />
        </Suspense>
      )}
      {isUnsaved && <LeaveDialog onStay={() => setUnsaved(false)} onLeave={ask} />}
      {isTold && problem && (
        <StillHereDialog error={problem} onStay={() => setTold(false)} onRetry={ask} />
      )}
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            c="inherit"
            maw="100%"
            px="xs"
            leftSection={<IconUserCircle size={20} aria-hidden />}
            rightSection={<IconChevronDown size={16} aria-hidden />}
            aria-label={t('shell.you', { name })}
          >
            <Text span inherit truncate maw="14rem" visibleFrom="sm">
              {name}
            </Text>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            to="/profile"
            leftSection={<IconUser size={16} aria-hidden />}
          >
            {t('shell.profile')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>{t('shell.appearance')}</Menu.Label>
          {SCHEMES.map((scheme) => (
            <Menu.Item
              key={scheme}
              role="menuitemradio"
              aria-checked={scheme === colorScheme}
              closeMenuOnClick={false}
              leftSection={mark(scheme === colorScheme)}
              onClick={() => setColorScheme(scheme)}
            >
              {t(`shell.schemes.${scheme}`)}
            </Menu.Item>
          ))}
          <Menu.Label>{t('shell.language')}</Menu.Label>
          {Object.entries(LANGUAGES).map(([language, name]) => (
            <Menu.Item
              key={language}
              role="menuitemradio"
              aria-checked={language === i18n.language}
              lang={language}
              leftSection={mark(language === i18n.language)}
              onClick={() => {
                if (isLanguage(language)) void changeLanguage(language);
              }}
            >
              {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconLogout size={16} aria-hidden />}
            onClick={() => void askIfUnsaved()}
          >
            {t('shell.signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
