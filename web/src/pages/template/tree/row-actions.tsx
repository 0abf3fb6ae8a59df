import { ActionIcon, Group, Menu } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowsMove,
  IconArrowUp,
  IconCopy,
  IconDots,
  IconIndentDecrease,
  IconIndentIncrease,
  IconTrash,
} from '@tabler/icons-react';
import type { Path } from '#web/builder/definition.ts';
import { canMove, type Direction } from '#web/builder/edit.ts';
import classes from '#web/pages/template/editing/builder.module.css';
import { useRows } from '#web/pages/template/editing/builder-context.ts';
import { useOutline } from '#web/pages/template/editing/outline-context.ts';
import { useDeeds } from '#web/pages/template/editing/use-deeds.ts';
import { useTranslation } from '#web/texts/texts.ts';

interface RowActionsProps {
  readonly path: Path;
  readonly title: string;
}

/** The actions of a row: move, copy and delete. */
export function RowActions({ path, title }: RowActionsProps) {
  const { t } = useTranslation();
  const { shape } = useRows();
  const { open } = useOutline();
  const deeds = useDeeds();
  const isPage = path.length === 1;
  const isOnly = isPage && shape.pages.length === 1;
  const can = (direction: Direction) => canMove(shape, path, direction);
  const at = path.join('.');
  return (
    <Group gap={2} wrap="nowrap" className={classes['actions']}>
      {(isOnly ? [] : (['up', 'down'] as const)).map((direction) => (
        <ActionIcon
          key={direction}
          variant="subtle"
          color="gray"
          size="md"
          data-at={at}
          data-part={direction}
          // Not `disabled`, which would remove the focus from somebody who has just moved the field to the edge.
          aria-disabled={!can(direction)}
          style={can(direction) ? undefined : { opacity: 0.45 }}
          aria-label={t(direction === 'up' ? 'builder.moveUp' : 'builder.moveDown', { title })}
          onClick={() => deeds.move(path, direction, direction)}
        >
          {direction === 'up' ? <IconArrowUp size={16} /> : <IconArrowDown size={16} />}
        </ActionIcon>
      ))}
      <Menu position="bottom-end" returnFocus={false}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="md"
            data-at={at}
            data-part="more"
            aria-label={t('builder.more', { title })}
          >
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!isPage && (
            <>
              <Menu.Item
                leftSection={<IconIndentIncrease size={16} aria-hidden />}
                disabled={!can('in')}
                onClick={() => deeds.move(path, 'in', 'more')}
              >
                {t('builder.moveIn')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconIndentDecrease size={16} aria-hidden />}
                disabled={!can('out')}
                onClick={() => deeds.move(path, 'out', 'more')}
              >
                {t('builder.moveOut')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconArrowsMove size={16} aria-hidden />}
                onClick={() => open({ type: 'move', paths: [path] })}
              >
                {t('outline.moveTo.open')}
              </Menu.Item>
            </>
          )}
          <Menu.Item
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => deeds.duplicate(path)}
          >
            {t(isPage ? 'outline.duplicatePage' : 'builder.duplicate')}
          </Menu.Item>
          {!isOnly && (
            <Menu.Item
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => deeds.remove(path)}
            >
              {t(isPage ? 'builder.deletePage' : 'builder.delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
