import { Suspense } from 'react';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import { Section } from '#web/components/section.tsx';
import { page } from '#web/shell/page-parts.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { useKeptHere } from './kept-here.ts';

const KeptForms = page(() => import('./kept-forms.tsx'), 'KeptForms', ['forms']);

/** The forms with changes that the server does not have: its lists do not show them, or show an older state. */
export function WaitingHere() {
  const { t } = useTranslation();
  const forms = (useKeptHere() ?? []).filter(
    ({ standing }) => standing !== 'sent' && standing !== 'ready',
  );
  if (forms.length === 0) return undefined;
  return (
    <Section
      title={t('forms.waitingHere')}
      actions={<LinkAnchor to="/outbox">{t('forms.toOutbox')}</LinkAnchor>}
    >
      <Suspense>
        <KeptForms forms={forms} />
      </Suspense>
    </Section>
  );
}
