import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';

const ID = 'deleted-field';

/** Says what was deleted, and takes it back for who did not mean it. */
export function showDeleted(message: string, undoLabel: string, undo: () => void): void {
  notifications.hide(ID);
  notifications.show({
    id: ID,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" className="wrap-anywhere">
          {message}
        </Text>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            notifications.hide(ID);
            undo();
          }}
        >
          {undoLabel}
        </Button>
      </Group>
    ),
  });
}
