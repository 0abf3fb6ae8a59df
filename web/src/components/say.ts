import { notifications } from '@mantine/notifications';

/** Says something in passing, at the foot of the page. For pages that load it only when they have something to say. */
export const say = (message: string): void => {
  notifications.show({ message });
};
