import { Notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { keepErrorTexts } from '#web/texts/i18n.ts';

/** What happened, said for some seconds at the foot of the page. Has the texts of errors loaded, which it may say. */
export function Toasts() {
  useEffect(keepErrorTexts, []);
  return <Notifications position="bottom-center" />;
}
