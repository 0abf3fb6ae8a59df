import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from '../texts.ts';
import classes from './loading.module.css';

interface LoadingProps {
  /** What comes: rows of a list, or paragraphs. */
  readonly shape?: 'rows' | 'text';
}

const ROWS = ['38%', '52%', '44%', '60%', '36%', '48%', '56%', '40%'];
const TEXT = ['30%', '90%', '80%', '85%', '40%'];

/** While there is nothing to show yet: the outline of what comes, once it takes longer than a blink. */
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
