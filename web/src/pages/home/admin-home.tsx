import { useQuery } from '@tanstack/react-query';
import { alertsQuery } from '#web/api/alerts.ts';
import { Checklist } from '#web/components/checklist.tsx';
import { Section } from '#web/components/section.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { Alerts } from './alerts.tsx';
import { Home } from './home.tsx';
import { useSetUpSteps } from './set-up-steps.ts';

/** The start screen of an admin: first the alerts and the first steps. */
export function AdminHome() {
  const { t } = useTranslation();
  const steps = useSetUpSteps();
  const alerts = useQuery(alertsQuery);
  const isReady = steps !== undefined && (!alerts.isPending || alerts.failureCount > 0);
  const hasOpenSteps = steps?.some(({ isDone }) => !isDone) ?? false;
  return (
    <Home isReady={isReady}>
      <Alerts />
      {hasOpenSteps && (
        <Section title={t('home.steps')}>
          <Checklist label={t('home.steps')} items={steps ?? []} />
        </Section>
      )}
    </Home>
  );
}
