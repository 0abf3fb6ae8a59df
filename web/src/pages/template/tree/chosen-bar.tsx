import { Button, Group, Menu, Text } from '@mantine/core';
import { IconAsterisk, IconChevronDown, IconCopy, IconTrash } from '@tabler/icons-react';
import classes from '#web/pages/template/editing/builder.module.css';
import { useOutline } from '#web/pages/template/editing/outline-context.ts';
import { useGroupDeeds } from '#web/pages/template/editing/use-group-deeds.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** What can be done with the chosen fields, while people choose several. */
export function ChosenBar() {
  const { t } = useTranslation();
  const { chosen, choose, open } = useOutline();
  const deeds = useGroupDeeds();
  if (chosen === undefined) return undefined;
  const isNone = chosen.length === 0;
  return (
    <Group gap="xs" className={classes['chosen']} role="group" aria-label={t('outline.chosen')}>
      <Text size="sm" role="status" fw={550} mr="auto">
        {isNone ? t('outline.chosenNone') : t('outline.chosenCount', { count: chosen.length })}
      </Text>
      <Button
        size="xs"
        variant="default"
        disabled={isNone}
        onClick={() => open({ type: 'move', paths: chosen })}
      >
        {t('outline.moveTo.open')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            disabled={isNone}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {t('outline.chosenMore')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => deeds.duplicate(chosen)}
          >
            {t('builder.duplicate')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconAsterisk size={16} aria-hidden />}
            onClick={() => deeds.require(chosen, true)}
          >
            {t('outline.makeRequired')}
          </Menu.Item>
          <Menu.Item onClick={() => deeds.require(chosen, false)} pl={36}>
            {t('outline.makeOptional')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => deeds.remove(chosen)}
          >
            {t('builder.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button size="xs" variant="subtle" onClick={() => choose(undefined)}>
        {t('outline.chosenDone')}
      </Button>
    </Group>
  );
}
