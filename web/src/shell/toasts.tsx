import { Notifications } from '@mantine/notifications';

/** What happened, said for some seconds at the foot of the page. */
export function Toasts() {
  return <Notifications position="bottom-center" />;
}
