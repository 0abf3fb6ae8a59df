import { Group, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import type { AnswerField, AnswerRow } from '#answer-tables/app-types.ts';
import { readAnswer } from '../../../api/corrections.ts';
import { LinkAnchor } from '../../../components/link-anchor.tsx';
import { Problem } from '../../../components/problem.tsx';
import { shownLanguage } from '../../../i18n.ts';
import { useTranslation } from '../../../texts.ts';
import { CorrectionForm } from './correction-form.tsx';
import { elsewhereText } from './elsewhere-text.ts';
import type { Typed } from './typed.ts';

export interface CorrectionProps {
  readonly template: string;
  readonly item: AnswerRow;
  readonly field: AnswerField;
  /** Tells corrections of the same answer apart. */
  readonly number: number;
  /** What is typed and not stored; undefined: nothing. */
  readonly typed: RefObject<Typed | undefined>;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Corrects one answer, or says why only its form can; the form is always one link away. */
export function Correction(props: CorrectionProps) {
  const { item, field } = props;
  const isInTable = field.table !== undefined;
  return (
    <Stack gap="xs">
      {isInTable ? <Text size="sm">{elsewhereText('answer-rows')}</Text> : <Loaded {...props} />}
      <ToForm item={item} />
    </Stack>
  );
}

function Loaded(props: CorrectionProps) {
  const { t } = useTranslation();
  const { item, field, number } = props;
  const locale = shownLanguage();
  const { data, error } = useQuery({
    queryKey: ['answer to correct', number, item.id, field.id, locale],
    queryFn: () => readAnswer(item.id, field.id, locale),
    // Read once: another revision that came in silently would hide what somebody else has saved.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });
  if (error !== null) return <Problem error={error} title={t('correct.notLoaded')} />;
  if (data === undefined) {
    return (
      <Group gap="xs" role="status">
        <Loader size="xs" aria-hidden />
        <Text size="sm">{t('correct.loading')}</Text>
      </Group>
    );
  }
  if (data.elsewhere !== undefined) {
    return <Text size="sm">{elsewhereText(data.elsewhere)}</Text>;
  }
  return <CorrectionForm {...props} first={data} />;
}

function ToForm({ item: { id, status } }: Pick<CorrectionProps, 'item'>) {
  const { t } = useTranslation();
  const to = status === 'draft' ? '/forms/$id/fill' : '/forms/$id';
  return (
    <LinkAnchor to={to} params={{ id }} c="inherit" underline="always" size="sm" w="fit-content">
      {t('correct.toForm')}
    </LinkAnchor>
  );
}
