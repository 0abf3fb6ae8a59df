import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/texts/texts.ts';

interface RowMenuProps {
  /** The name of the thing in the row. */
  readonly name: string;
  readonly children: ReactNode;
}

/** The menu of actions for a row. */
export function RowMenu({ name, children }: RowMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" size="lg" aria-label={t('list.actionsOf', { name })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
