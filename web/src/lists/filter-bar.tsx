import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../texts.ts';
import classes from './filter-bar.module.css';

interface FilterBarProps {
  /** What is filtered, for people who do not see it. */
  readonly label: string;
  /** The field that is always there. */
  readonly search?: ReactNode;
  /** How many of the other filters are set. */
  readonly count?: number;
  /** The other filters, where there are some. */
  readonly children?: ReactNode;
}

/** The search and the filters of a list: one row on a desk; on a phone the filters open behind a button with their count. */
export function FilterBar({ label, search, count = 0, children }: FilterBarProps) {
  const { t } = useTranslation();
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <Group role="search" aria-label={label} gap="xs" className={classes['bar']}>
      {search}
      {children !== undefined && (
        <>
          <Button
            variant="default"
            hiddenFrom="sm"
            leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
            aria-expanded={isOpen}
            onClick={toggle}
          >
            {count === 0 ? t('list.filters') : t('list.filtersSet', { count })}
          </Button>
          <div className={classes['filters']} data-open={isOpen}>
            {children}
          </div>
        </>
      )}
    </Group>
  );
}
