import { Alert, Anchor, Badge, Group, List, Paper, Text } from '@mantine/core';
import { IconBan, IconLock } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeUser, type UserChange, userQuery } from '../../api/users.ts';
import { LinkAnchor } from '../../components/link-anchor.tsx';
import { Page } from '../../components/page.tsx';
import { Problem } from '../../components/problem.tsx';
import { Section } from '../../components/section.tsx';
import { forgetUnsaved } from '../../components/unsaved.ts';
import { useAct } from '../../components/use-act.ts';
import { ErasePerson } from './erase-person.tsx';
import { Facts } from './facts.tsx';
import { type Leaving, LeavingDialog } from './leaving-dialog.tsx';
import { UserActs } from './user-acts.tsx';
import { UserApp } from './user-app.tsx';
import { UserCredentials } from './user-credentials.tsx';
import { UserForm } from './user-form.tsx';
import { UserPasskeys } from './user-passkeys.tsx';
import { UserSessions } from './user-sessions.tsx';

const route = getRouteApi('/signed-in/settings/users/$id');

/** One person: what is known, what may be changed here, and what would happen without them. */
export function UserPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id } = route.useParams();
  const { data: user } = useSuspenseQuery(userQuery(id));
  const [leaving, setLeaving] = useState<Leaving>();
  const change = useAct((input: UserChange) => changeUser(id, input));
  /** There is nobody any more of whom anything could be saved. */
  const leave = () => {
    forgetUnsaved();
    void navigate({ to: '/settings/users' });
  };
  const isLocked = user.locked.length > 0;
  return (
    <Page
      title={user.displayName ?? user.userName}
      actions={<UserActs user={user} change={change} onLeave={setLeaving} />}
    >
      <Group gap="xs">
        {!user.active && (
          <Badge>{t(`users.states.${user.blocked ? 'blocked' : 'inactive'}`)}</Badge>
        )}
        <Badge>{t(`users.roles.${user.role}`)}</Badge>
        <Badge>{t(`users.origins.${user.origin}`)}</Badge>
        {user.protected && <Badge>{t('users.protected')}</Badge>}
      </Group>
      {change.problem && <Problem error={change.problem} />}
      {user.blocked && (
        <Alert variant="outline" icon={<IconBan />} title={t('users.blockedTitle')}>
          {t('users.blockedHint')}
        </Alert>
      )}
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
      {user.hasApp && <UserApp user={user} />}
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
          onClose={() => setLeaving(undefined)}
          onDone={() => {
            setLeaving(undefined);
            if (leaving === 'delete') leave();
          }}
        />
      )}
    </Page>
  );
}
