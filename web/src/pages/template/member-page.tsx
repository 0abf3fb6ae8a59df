import { Alert, Group } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { TemplateDetail } from '#templates/app-types.ts';
import { useSession } from '#web/api/session.ts';
import { versionQuery } from '#web/api/template-queries.ts';
import { Loading } from '#web/components/loading.tsx';
import { Page } from '#web/components/page.tsx';
import { Section } from '#web/components/section.tsx';
import { BlankFormButton } from '#web/templates/blank-form-button.tsx';
import { StartButton } from '#web/templates/start-button.tsx';
import { TemplateStatus } from '#web/templates/template-columns.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { TakeRights } from './rights/take-rights.tsx';

const SurveyView = lazy(async () => ({
  default: (await import('#web/survey/survey-view.tsx')).SurveyView,
}));

const RightsSection = lazy(async () => ({
  default: (await import('./rights/rights-section.tsx')).RightsSection,
}));

const SeriesSection = lazy(async () => ({
  default: (await import('./series/series-section.tsx')).SeriesSection,
}));

/** The screen of a template for those who do not manage it, with a preview of its form. */
export function MemberPage({ template }: { readonly template: TemplateDetail }) {
  const { t } = useTranslation();
  const isAdmin = useSession().user.role === 'admin';
  const { name, description, status, currentVersion } = template;
  const isUsable = status === 'published' && template.may.fill;
  return (
    <Page
      title={name}
      back={{ to: '/templates', label: t('templates.title') }}
      state={status !== 'published' && <TemplateStatus status={status} />}
      {...(description !== undefined && { lead: description })}
      actions={
        isUsable && (
          <Group gap="xs">
            <BlankFormButton id={template.id} />
            <StartButton template={template} isMain />
          </Group>
        )
      }
    >
      {status === 'archived' && (
        <Alert variant="outline" color="harbour" icon={<IconArchive />}>
          {t('templates.archivedHint')}
        </Alert>
      )}
      {isAdmin && <TakeRights template={template} />}
      {isAdmin && (
        <Suspense fallback={<Loading />}>
          <RightsSection template={template} />
        </Suspense>
      )}
      {template.may.assign && status === 'published' && (
        <Suspense fallback={<Loading />}>
          <SeriesSection template={template} />
        </Suspense>
      )}
      {currentVersion !== undefined && (
        <Section title={t('builder.preview.title')}>
          <Suspense fallback={<Loading />}>
            <Current id={template.id} number={currentVersion} />
          </Suspense>
        </Section>
      )}
    </Page>
  );
}

function Current({ id, number }: { readonly id: string; readonly number: number }) {
  const { data } = useSuspenseQuery(versionQuery(id, number));
  return <SurveyView definition={data.definition} isReadOnly />;
}
