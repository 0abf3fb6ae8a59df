import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/texts/texts.ts';
import classes from './filter-bar.module.css';

interface FilterBarProps {
  /** The name of the filters, for people who do not see the list. */
  readonly label: string;
  /** The search field, which is always visible. */
  readonly search?: ReactNode;
  /** The number of other filters that are set. */
  readonly count?: number;
  /** The other filters. */
  readonly children?: ReactNode;
  /** What else can be done with the list. It is always visible. */
  readonly more?: ReactNode;
}

/**
 * The search and the filters of a list: in one row on wide screens; on a phone the filters open with a button that
 * shows how many are set.
 */
export function FilterBar({ label, search, count = 0, children, more }: FilterBarProps) {
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
      {more}
    </Group>
  );
}
