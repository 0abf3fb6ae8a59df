import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from '#web/texts/texts.ts';
import classes from './loading.module.css';

interface LoadingProps {
  /** The shape of the content to come: rows of a list, or paragraphs. */
  readonly shape?: 'rows' | 'text';
}

const ROWS = ['38%', '52%', '44%', '60%', '36%', '48%', '56%', '40%'];
const TEXT = ['30%', '90%', '80%', '85%', '40%'];

/** Shows the outline of the content while it loads, once that takes noticeably long. */
export function Loading({ shape = 'text' }: LoadingProps) {
  const { t } = useTranslation();
  const isRows = shape === 'rows';
  return (
    <Stack
      gap={isRows ? 0 : 'sm'}
      className={classes['loading']}
      role="status"
      aria-label={t('common.loading')}
    >
      {(isRows ? ROWS : TEXT).map((width) => (
        <div key={width} className={isRows ? classes['row'] : undefined}>
          <Skeleton height={12} width={width} />
        </div>
      ))}
    </Stack>
  );
}
