import { Anchor, Group, Text } from '@mantine/core';
import { IconBan, IconLock, IconShieldLock } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { UserDetail } from '#administration/app-types.ts';
import { changeUser, type UserChange, userQuery } from '#web/api/users.ts';
import { Callout } from '#web/components/callout.tsx';
import { Detail } from '#web/components/detail.tsx';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { Page } from '#web/components/page.tsx';
import { Problem } from '#web/components/problem.tsx';
import { Section } from '#web/components/section.tsx';
import { StateBadge } from '#web/components/state-badge.tsx';
import { useAct } from '#web/components/use-act.ts';
import { UserState } from '#web/people/user-columns.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { ErasePerson } from './erase-person.tsx';
import { Facts } from './facts.tsx';
import { type Leaving, LeavingDialog } from './leaving-dialog.tsx';
import { UserActs } from './user-acts.tsx';
import { UserCredentials } from './user-credentials.tsx';
import { UserForm } from './user-form.tsx';
import { UserMethods } from './user-methods.tsx';
import { UserSessions } from './user-sessions.tsx';

const route = getRouteApi('/signed-in/settings/users/$id');

/** The screen of a user: facts, the editable fields, and the actions on access. */
export function UserPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id } = route.useParams();
  const { data: user } = useSuspenseQuery(userQuery(id));
  const [leaving, setLeaving] = useState<Leaving>();
  const change = useAct((input: UserChange) => changeUser(id, input));
  const leave = () => void navigate({ to: '/settings/users', ignoreBlocker: true });
  return (
    <Page
      title={user.displayName ?? user.userName}
      back={{ to: '/settings/users', label: t('users.title') }}
      state={
        <>
          <UserState user={user} />
          {user.protected && (
            <StateBadge tone="grey" icon={IconShieldLock}>
              {t('users.protected')}
            </StateBadge>
          )}
        </>
      }
      actions={<UserActs user={user} change={change} onLeave={setLeaving} />}
    >
      {change.problem && <Problem error={change.problem} />}
      <Detail
        aside={
          <>
            <Facts user={user} />
            {user.protected && <Text size="sm">{t('users.protectedHint')}</Text>}
            {user.ssoOnly && <Text size="sm">{t('users.ssoOnly')}</Text>}
            <LinkAnchor to="/settings/audit" search={{ userId: id }} w="fit-content">
              {t('users.inAudit')}
            </LinkAnchor>
          </>
        }
      >
        {user.blocked && (
          <Callout tone="red" icon={IconBan} title={t('users.blockedTitle')}>
            {t('users.blockedHint')}
          </Callout>
        )}
        {user.locked.length > 0 && (
          <Callout tone="blue" icon={IconLock} title={t('users.lockedTitle')}>
            {t('users.lockedHint')}
          </Callout>
        )}
        <UserForm key={id} user={user} />
        <UserGroups groups={user.groups} />
        {(user.hasApp || user.passkeys > 0) && <UserMethods user={user} />}
        <UserSessions user={user} />
        <UserCredentials userId={id} />
        <ErasePerson user={user} onGone={leave} />
      </Detail>
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

function UserGroups({ groups }: Pick<UserDetail, 'groups'>) {
  const { t } = useTranslation();
  return (
    <Section title={t('users.groups')}>
      {groups.length === 0 ? (
        <Text c="dimmed">{t('users.noGroups')}</Text>
      ) : (
        <Group component="ul" gap="xs 1rem" m={0} p={0} style={{ listStyle: 'none' }}>
          {groups.map(({ id, displayName, direct }) => (
            <li key={id} className="wrap-anywhere">
              <Anchor component={Link} to={`/settings/groups/${id}`}>
                {displayName}
              </Anchor>
              {!direct && ` (${t('users.indirect')})`}
            </li>
          ))}
        </Group>
      )}
    </Section>
  );
}
