import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { AccountSettings } from '#account/app-types.ts';
import { FactList } from '../../components/fact-list.tsx';
import { Section } from '../../components/section.tsx';

/** How long people stay signed in; nobody sets it here. */
export function SessionSection({ sessions }: Pick<AccountSettings, 'sessions'>) {
  const { t } = useTranslation();
  return (
    <Section title={t('security.sessions')} lead={t('security.sessionsLead')}>
      <FactList
        facts={[
          { name: t('security.idle'), value: inWords(sessions.idleSeconds, t) },
          { name: t('security.longest'), value: inWords(sessions.longestSeconds, t) },
          { name: t('security.confirmed'), value: inWords(sessions.confirmedSeconds, t) },
        ]}
      />
    </Section>
  );
}

function inWords(seconds: number, t: TFunction): string {
  const minutes = Math.round(seconds / 60);
  return minutes % 60 === 0
    ? t('security.hours', { count: minutes / 60 })
    : t('security.minutes', { count: minutes });
}
