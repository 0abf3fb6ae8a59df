import { useTranslation } from '../../texts.ts';
import { eventIn } from './events.ts';

/** What an event is called; as it is when a later version of the service sent it. */
export function useEventWords(): (type: string) => string {
  const { t } = useTranslation();
  return (type) => {
    if (type === 'webhook.test') return t('webhooks.testEvent');
    const known = eventIn(type);
    return known === undefined ? type : t(`webhooks.event.${known}`);
  };
}
