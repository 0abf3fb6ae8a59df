import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';

const NOTIFICATION_ID = 'deleted-field';

/** Shows what was deleted, with a button that undoes it. */
export function showDeleted(message: string, undoLabel: string, undo: () => void): void {
  notifications.hide(NOTIFICATION_ID);
  notifications.show({
    id: NOTIFICATION_ID,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" className="wrap-anywhere">
          {message}
        </Text>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            notifications.hide(NOTIFICATION_ID);
            undo();
          }}
        >
          {undoLabel}
        </Button>
      </Group>
    ),
  });
}
