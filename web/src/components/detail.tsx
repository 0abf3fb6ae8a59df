import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../texts.ts';
import classes from './detail.module.css';

interface DetailProps {
  /** Who, when, where and history: narrow at the side on a desk, behind the thing itself on a phone. */
  readonly aside: ReactNode;
  readonly children: ReactNode;
}

/** A thing and what is known about it, in two columns where there is room for them. */
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
