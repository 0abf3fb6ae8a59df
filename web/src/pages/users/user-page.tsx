import { Alert, Anchor, Badge, Button, Group, List, Paper, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeUser, userQuery } from '../../api/users.ts';
import { LinkAnchor } from '../../components/link-anchor.tsx';
import { Page } from '../../components/page.tsx';
import { Problem } from '../../components/problem.tsx';
import { Section } from '../../components/section.tsx';
import { forgetUnsaved } from '../../components/unsaved.ts';
import { useAct } from '../../components/use-act.ts';
import { ErasePerson } from './erase-person.tsx';
import { Facts } from './facts.tsx';
import { LeavingDialog } from './leaving-dialog.tsx';
import { UserCredentials } from './user-credentials.tsx';
import { UserForm } from './user-form.tsx';
import { UserLink } from './user-link.tsx';
import { UserPasskeys } from './user-passkeys.tsx';
import { UserSessions } from './user-sessions.tsx';

const route = getRouteApi('/signed-in/settings/users/$id');

/** One person: what is known, what may be changed here, and what would happen without them. */
export function UserPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id } = route.useParams();
  const { data: user } = useSuspenseQuery(userQuery(id));
  const [leaving, setLeaving] = useState<'deactivate' | 'delete'>();
  const activate = useAct([], () => changeUser(id, { active: true }));
  /** There is nobody any more of whom anything could be saved. */
  const leave = () => {
    forgetUnsaved();
    void navigate({ to: '/settings/users' });
  };
  const isLocked = user.locked.length > 0;
  const canActivate = !user.locked.includes('active');
  return (
    <Page
      title={user.displayName ?? user.userName}
      actions={
        <Group>
          {user.active && !user.ssoOnly && <UserLink user={user} />}
          {canActivate &&
            (user.active ? (
              <Button variant="default" onClick={() => setLeaving('deactivate')}>
                {t('users.deactivate')}
              </Button>
            ) : (
              <Button loading={activate.isRunning} onClick={() => activate.run(undefined)}>
                {t('users.activate')}
              </Button>
            ))}
          <Button variant="default" onClick={() => setLeaving('delete')}>
            {t('users.delete')}
          </Button>
        </Group>
      }
    >
      <Group gap="xs">
        {!user.active && <Badge>{t('users.states.inactive')}</Badge>}
        <Badge>{t(`users.roles.${user.role}`)}</Badge>
        <Badge>{t(`users.origins.${user.origin}`)}</Badge>
        {user.protected && <Badge>{t('users.protected')}</Badge>}
      </Group>
      {activate.problem && <Problem error={activate.problem} />}
      {isLocked && (
        <Alert variant="outline" color="harbour" icon={<IconLock />} title={t('users.lockedTitle')}>
          {t('users.lockedHint')}
        </Alert>
      )}
      {user.protected && <Text>{t('users.protectedHint')}</Text>}
      {user.ssoOnly && <Text>{t('users.ssoOnly')}</Text>}
      <Paper withBorder p="lg">
        <UserForm key={id} user={user} />
      </Paper>
      <Facts user={user} />
      <Section title={t('users.groups')}>
        {user.groups.length === 0 ? (
          <Text>{t('users.noGroups')}</Text>
        ) : (
          <List>
            {user.groups.map(({ id: groupId, displayName, direct }) => (
              <List.Item key={groupId}>
                <Anchor component={Link} to={`/settings/groups/${groupId}`}>
                  {displayName}
                </Anchor>
                {!direct && ` (${t('users.indirect')})`}
              </List.Item>
            ))}
          </List>
        )}
      </Section>
      {user.passkeys > 0 && <UserPasskeys user={user} />}
      <UserSessions user={user} />
      <UserCredentials userId={id} />
      <LinkAnchor to="/settings/audit" search={{ userId: id }} w="fit-content">
        {t('users.inAudit')}
      </LinkAnchor>
      <ErasePerson user={user} onGone={leave} />
      {leaving !== undefined && (
        <LeavingDialog
          user={user}
          how={leaving}
          onCancel={() => setLeaving(undefined)}
          onDone={() => {
            setLeaving(undefined);
            if (leaving === 'delete') leave();
          }}
        />
      )}
    </Page>
  );
}
