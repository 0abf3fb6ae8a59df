import { useTranslation } from '#web/texts/texts.ts';
import { eventIn } from './events.ts';

/** Returns a function that names an event; unchanged if a newer version of the server sent it. */
export function useEventWords(): (type: string) => string {
  const { t } = useTranslation();
  return (type) => {
    if (type === 'webhook.test') return t('webhooks.testEvent');
    if (type === 'form.rule') return t('webhooks.ruleEvent');
    const known = eventIn(type);
    return known === undefined ? type : t(`webhooks.event.${known}`);
  };
}
