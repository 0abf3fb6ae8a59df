import {
  IconArrowBackUp,
  IconEyeCheck,
  IconRosetteDiscountCheck,
  IconSquareX,
} from '@tabler/icons-react';
import type { AppFormItem } from '#forms/app-types.ts';
import { StateBadge } from '#web/components/state-badge.tsx';
import { useTranslation } from '#web/texts/texts.ts';

const LOOKS = {
  'in-review': { tone: 'blue', icon: IconEyeCheck },
  'sent-back': { tone: 'amber', icon: IconArrowBackUp },
  approved: { tone: 'green', icon: IconRosetteDiscountCheck },
  rejected: { tone: 'red', icon: IconSquareX },
} as const;

interface ReviewBadgeProps {
  readonly review: Pick<NonNullable<AppFormItem['review']>, 'state'>;
}

/** Where the review of a form is. It says more than the status, so it is shown instead. */
export function ReviewBadge({ review }: ReviewBadgeProps) {
  const { t } = useTranslation();
  const { tone, icon } = LOOKS[review.state];
  return (
    <StateBadge tone={tone} icon={icon}>
      {t(`forms.reviews.${review.state}`)}
    </StateBadge>
  );
}
