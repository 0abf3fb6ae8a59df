import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/texts/texts.ts';
import classes from './detail.module.css';

interface DetailProps {
  /** Facts and history: a narrow column at the side on wide screens, below the main content on narrow ones. */
  readonly aside: ReactNode;
  readonly children: ReactNode;
}

/** Shows a thing and the facts about it in two columns where there is space for them. */
export function Detail({ aside, children }: DetailProps) {
  const { t } = useTranslation();
  return (
    <div className={classes['detail']}>
      <Stack gap="lg" miw={0}>
        {children}
      </Stack>
      <aside className={classes['aside']} aria-label={t('common.about')}>
        <Stack gap="md">{aside}</Stack>
      </aside>
    </div>
  );
}
