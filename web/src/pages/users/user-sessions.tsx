import { Text } from '@mantine/core';
import type { UserDetail } from '#administration/app-types.ts';
import type { SessionItem } from '#sign-in/app-types.ts';
import { useSession } from '#web/api/session.ts';
import { endUserSessions, sessionsOf } from '#web/api/users.ts';
import { ConsentButton } from '#web/components/consent-button.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Section } from '#web/components/section.tsx';
import { SessionItems } from '#web/identity/session-items.tsx';
import { MoreButton } from '#web/lists/more-button.tsx';
import { useList } from '#web/lists/use-list.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** The user's sessions, and a button to end all of them. */
export function UserSessions({ user }: { readonly user: UserDetail }) {
  const { t } = useTranslation();
  const list = useList<SessionItem>(sessionsOf(user.id));
  const isSelf = useSession().user.id === user.id;
  const { items } = list;
  return (
    <Section
      title={t('sessions.ofUser')}
      actions={
        items.length > 0 && (
          <ConsentButton
            label={t('sessions.endAll')}
            title={t('sessions.endAllTitle', { name: user.displayName ?? user.userName })}
            verb={t('sessions.endAll')}
            act={() => endUserSessions(user.id)}
            notice={t('sessions.endedAll')}
          >
            <Text>{t('sessions.endAllLead')}</Text>
            {isSelf && <Text fw={550}>{t('sessions.endAllYourself')}</Text>}
          </ConsentButton>
        )
      }
    >
      {list.first === undefined && list.isLoading && <Loading />}
      {list.first && items.length === 0 && <Text c="dimmed">{t('sessions.nowhere')}</Text>}
      <SessionItems items={items} />
      <MoreButton list={list} />
    </Section>
  );
}
