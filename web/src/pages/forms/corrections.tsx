import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type AppCorrectionItem, correctionsOf, readCorrection } from '#web/api/corrections.ts';
import type { Form } from '#web/api/forms.ts';
import { Problem } from '#web/components/problem.tsx';
import { useList } from '#web/lists/use-list.ts';
import { shownLanguage } from '#web/texts/i18n.ts';
import { useTranslation } from '#web/texts/texts.ts';

interface CorrectionsProps {
  readonly form: Form;
  readonly children: (corrections: readonly AppCorrectionItem[]) => ReactNode;
}

const AT_ONCE = 20;

/** Reads what the corrections of a form changed, the newest first, and more when asked to. */
export function Corrections({ form, children }: CorrectionsProps) {
  const { t } = useTranslation();
  const filters = { locale: shownLanguage() };
  const list = useList<AppCorrectionItem>(correctionsOf(form.id), filters, AT_ONCE);
  return (
    <Stack gap="xs">
      {children(list.items)}
      {list.error !== null && <Problem error={list.error} onRetry={list.retry} />}
      {list.hasMore && list.error === null && (
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          loading={list.isLoading}
          onClick={list.loadMore}
        >
          {t('formHistory.correctedOlder')}
        </Button>
      )}
    </Stack>
  );
}

interface CorrectionProps {
  readonly form: string;
  readonly correction: AppCorrectionItem;
}

/** From what to what an answer was corrected. Long answers are shown whole when somebody asks for it. */
export function Correction({ form, correction }: CorrectionProps) {
  const { t } = useTranslation();
  const whole = useMutation({
    mutationFn: () => readCorrection(form, correction, shownLanguage()),
  });
  const { from, to } = correction;
  if (from === undefined || to === undefined) {
    return (
      <Text size="sm" c="dimmed">
        {t('formHistory.correctedHidden')}
      </Text>
    );
  }
  if (whole.data?.from !== undefined && whole.data.to !== undefined) {
    return (
      <div role="status">
        <Whole title={t('formHistory.correctedBefore')} text={whole.data.from.text} />
        <Whole title={t('formHistory.correctedAfter')} text={whole.data.to.text} />
      </div>
    );
  }
  const nothing = t('formHistory.correctedNothing');
  return (
    <>
      <Text size="sm" className="wrap-anywhere">
        {t('formHistory.correctedFrom', { from: from.text || nothing, to: to.text || nothing })}
      </Text>
      {(from.isCut || to.isCut) && (
        <Button
          variant="subtle"
          size="compact-xs"
          loading={whole.isPending}
          onClick={() => whole.mutate()}
        >
          {t('formHistory.correctedWhole')}
        </Button>
      )}
      {whole.error !== null && <Problem error={whole.error} />}
    </>
  );
}

function Whole({ title, text }: { readonly title: string; readonly text: string }) {
  const { t } = useTranslation();
  return (
    <>
      <Text size="sm" fw={550}>
        {title}
      </Text>
      <Text size="sm" className="wrap-anywhere" style={{ whiteSpace: 'pre-wrap' }}>
        {text || t('formHistory.correctedNothing')}
      </Text>
    </>
  );
}
