import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { IconDownload, IconPlus } from '@tabler/icons-react';
import { PageMenu } from '#web/components/page-menu.tsx';
import { RowMenu } from '#web/lists/row-menu.tsx';
import { useWords } from '../words.ts';

/** One filled button leads; the others are outlined, quiet or in a menu. */
export function Buttons() {
  const words = useWords();
  return (
    <>
      <Group>
        <Button>{words.filled}</Button>
        <Button leftSection={<IconPlus size={16} aria-hidden />}>{words.nothingAct}</Button>
        <Button variant="default">{words.outlined}</Button>
        <Button variant="subtle">{words.quiet}</Button>
        <Button color="red.9">{words.danger}</Button>
      </Group>
      <Group>
        <Button loading>{words.busy}</Button>
        <Button disabled>{words.off}</Button>
        <Button variant="default" size="xs">
          {words.quiet}
        </Button>
        <ActionIcon variant="default" size="lg" aria-label={words.other}>
          <IconDownload size={18} />
        </ActionIcon>
        <RowMenu name={words.form}>
          <Menu.Item>{words.menu}</Menu.Item>
        </RowMenu>
        <PageMenu>
          <Menu.Item>{words.menu}</Menu.Item>
        </PageMenu>
      </Group>
    </>
  );
}
