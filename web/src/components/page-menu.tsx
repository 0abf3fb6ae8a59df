import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/texts/texts.ts';

interface PageMenuProps {
  /** Items of a menu. */
  readonly children: ReactNode;
}

/** The menu of the actions of a screen that are done rarely. It is the last one, after the buttons. */
export function PageMenu({ children }: PageMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="var(--tap)" aria-label={t('list.actions')}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
