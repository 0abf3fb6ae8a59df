import { Text } from '@mantine/core';
import { Suspense, useEffect, useMemo, useRef } from 'react';
import type { Model } from 'survey-core';
import { shapesOf } from '#questionnaires/answers/answer-shapes.ts';
import type { Form } from '#web/api/forms.ts';
import { Loading } from '#web/components/loading.tsx';
import { Section } from '#web/components/section.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { Answers } from './answers.tsx';
import { keepTyped } from './office-values.ts';
import { SignatureSection } from './signature-section.tsx';
import { SurveyView } from './survey-later.ts';

interface OfficeSectionProps {
  readonly form: Form;
}

/** What a reviewer fills in with their decision, and what only reviewers see of a form. */
export function OfficeSection({ form }: OfficeSectionProps) {
  const { t } = useTranslation();
  const { closed, office, review, ...rest } = form;
  return (
    <>
      {office !== undefined && (
        <Section title={t('reviews.office')} lead={t('reviews.officeLead')}>
          <Suspense fallback={<Loading />}>
            <OfficeFields key={`${form.id} ${form.revision}`} form={form} office={office} />
          </Suspense>
        </Section>
      )}
      {form.may.review && review?.needsSignature === true && (
        <SignatureSection key={`${form.id} ${form.revision}`} formId={form.id} />
      )}
      {closed !== undefined && (
        <Section title={t('reviews.closed')} lead={t('reviews.closedLead')}>
          <Answers form={{ ...rest, plain: closed.plain ?? [] }} />
        </Section>
      )}
    </>
  );
}

function OfficeFields({
  form: { id, answers },
  office,
}: OfficeSectionProps & { readonly office: NonNullable<Form['office']> }) {
  const { t } = useTranslation();
  const model = useRef<Model>(undefined);
  const { definition } = office;
  const names = useMemo(() => [...shapesOf(definition).keys()], [definition]);
  useEffect(
    () =>
      keepTyped(id, {
        check: () => model.current?.validate(true, true) !== false,
        // A field that was emptied is sent as null: one that is left out would keep its answer.
        answers: () =>
          Object.fromEntries(names.map((name) => [name, model.current?.getValue(name) ?? null])),
      }),
    [id, names],
  );
  if (names.length === 0) return <Text>{t('forms.noQuestions')}</Text>;
  return (
    <SurveyView
      definition={definition}
      // Conditions refer to the answers of the form.
      answers={{ ...answers, ...office.answers }}
      setUp={(made) => {
        model.current = made;
      }}
    />
  );
}
