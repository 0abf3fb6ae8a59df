import { Text } from '@mantine/core';
import {
  IconArrowBackUp,
  IconEyeCheck,
  IconRosetteDiscountCheck,
  IconSquareX,
} from '@tabler/icons-react';
import { useEffect } from 'react';
import type { Form } from '#web/api/forms.ts';
import { noteOpened } from '#web/api/reviews.ts';
import { Callout } from '#web/components/callout.tsx';
import { Time } from '#web/components/time.tsx';
import { useTranslation } from '#web/texts/texts.ts';

const LOOKS = {
  'in-review': { tone: 'blue', icon: IconEyeCheck },
  'sent-back': { tone: 'amber', icon: IconArrowBackUp },
  approved: { tone: 'green', icon: IconRosetteDiscountCheck },
  rejected: { tone: 'red', icon: IconSquareX },
} as const;

interface ReviewNoteProps {
  readonly form: Pick<Form, 'id' | 'review' | 'may' | 'createdBy' | 'completedBy'>;
}

/** Says where the review of a form is, who brought it there, and what they said. */
export function ReviewNote({ form }: ReviewNoteProps) {
  const { t } = useTranslation();
  const { id, review, may } = form;
  const isReviewer = may.review;
  useEffect(() => {
    // Without a network, the form is not open on the server's word either; the decision says it then.
    if (isReviewer) void noteOpened(id).catch(() => undefined);
  }, [id, isReviewer]);
  if (review === undefined) return undefined;
  const { state, step, steps, round, at, by, openedBy, remark, changed } = review;
  const { tone, icon } = LOOKS[state];
  const name = by.name ?? t('forms.gone.User');
  const about = [
    state === 'in-review' && t('reviews.from', { name: form.completedBy?.name ?? name }),
    steps > 1 && t('reviews.step', { step, steps }),
    state === 'in-review' && round > 1 && t('reviews.again'),
  ].filter((each) => each !== false);
  return (
    <Callout tone={tone} icon={icon} title={t(`reviews.said.${state}`, { name })}>
      <Text size="sm">
        {about.map((each) => `${each} · `)}
        <Time at={at} />
      </Text>
      {openedBy !== undefined && !isReviewer && state === 'in-review' && (
        <Text size="sm">
          {t('reviews.opened', { name: openedBy.name ?? t('forms.gone.User') })}
        </Text>
      )}
      {state === 'in-review' && changed.length > 0 && (
        <Text size="sm">{t('reviews.changed', { count: changed.length })}</Text>
      )}
      {remark !== undefined && <Text className="wrap-lines">{remark}</Text>}
    </Callout>
  );
}
