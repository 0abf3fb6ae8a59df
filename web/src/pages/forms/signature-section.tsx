import { Suspense, use, useEffect, useMemo, useRef } from 'react';
import type { Model } from 'survey-core';
import { sendSignature } from '#web/api/reviews.ts';
import { Loading } from '#web/components/loading.tsx';
import { Section } from '#web/components/section.tsx';
import { referencesIn } from '#web/files/file-references.ts';
import { FormFilesContext } from '#web/files/form-files.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { keepSigning } from './office-values.ts';
import { SurveyView } from './survey-later.ts';

const FIELD = 'signature';

/** Takes the signature with which a reviewer approves a step. It is sent when they approve. */
export function SignatureSection({ formId }: { readonly formId: string }) {
  const { t } = useTranslation();
  return (
    <Section title={t('reviews.signature')} lead={t('reviews.signatureLead')}>
      <Suspense fallback={<Loading />}>
        <Signature formId={formId} title={t('reviews.toSign')} />
      </Suspense>
    </Section>
  );
}

interface SignatureProps {
  readonly formId: string;
  readonly title: string;
}

function Signature({ formId, title }: SignatureProps) {
  const model = useRef<Model>(undefined);
  // Without a network nobody reviews, so that the document may keep what is drawn.
  const files = use(FormFilesContext);
  const definition = useMemo(
    () => ({ elements: [{ type: 'signaturepad', name: FIELD, title, isRequired: true }] }),
    [title],
  );
  useEffect(
    () =>
      keepSigning(formId, {
        check: () => model.current?.validate(true, true) !== false,
        async send() {
          const [drawn] = referencesIn(model.current?.getValue(FIELD));
          const file = drawn && (await files.find(drawn.id));
          if (drawn === undefined || !(file instanceof Blob)) throw new Error('The signature is not there any more.');
          await sendSignature(formId, drawn.id, file);
          return drawn.id;
        },
      }),
    [formId, files],
  );
  return (
    <SurveyView
      definition={definition}
      setUp={(made) => {
        model.current = made;
      }}
    />
  );
}
