import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { SessionItem } from '#sign-in/app-types.ts';
import { endOtherSessions, endSession, SESSIONS } from '#web/api/me.ts';
import { ConsentButton } from '#web/components/consent-button.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Problem } from '#web/components/problem.tsx';
import { Section } from '#web/components/section.tsx';
import { useAct } from '#web/components/use-act.ts';
import { nameOf, SessionItems } from '#web/identity/session-items.tsx';
import { MoreButton } from '#web/lists/more-button.tsx';
import { useList } from '#web/lists/use-list.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** The person's own sessions, and buttons to end them. */
export function OwnSessions() {
  const { t } = useTranslation();
  const list = useList<SessionItem>(SESSIONS);
  const { items } = list;
  return (
    <Section
      title={t('sessions.title')}
      actions={
        items.length > 1 && (
          <ConsentButton
            label={t('sessions.endOthers')}
            title={t('sessions.endOthersTitle')}
            verb={t('sessions.end')}
            act={endOtherSessions}
          >
            <Text>{t('sessions.endOthersLead')}</Text>
          </ConsentButton>
        )
      }
    >
      {list.first === undefined && list.isLoading && <Loading />}
      <SessionItems
        items={items}
        actionOf={(session) => !session.current && <EndButton session={session} />}
      />
      <MoreButton list={list} />
    </Section>
  );
}

function EndButton({ session }: { readonly session: SessionItem }) {
  const { t } = useTranslation();
  const act = useAct(
    () => endSession(session.id),
    () => {
      notifications.show({ message: t('sessions.ended') });
    },
  );
  if (act.problem) return <Problem error={act.problem} />;
  return (
    <Button
      variant="default"
      size="xs"
      flex="none"
      loading={act.isRunning}
      onClick={() => act.run(undefined)}
      aria-label={t('sessions.endOf', { device: nameOf(session, t) })}
    >
      {t('sessions.end')}
    </Button>
  );
}
