import { List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Form } from '../../api/forms.ts';
import { Time } from '../../components/time.tsx';

type Event = Form['history'][number];

const ACTIONS = [
  'create',
  'edit',
  'claim',
  'assign',
  'complete',
  'reopen',
  'delete',
  'restore',
] as const;

/** What was done with the form, the newest first; what saved itself several times in a row is one line. */
export function History({ history }: Pick<Form, 'history'>) {
  const { t } = useTranslation();
  return (
    <List>
      {gathered(history.toReversed()).map(({ event, count }) => {
        const { id, at, action, actor, credentialId } = event;
        const known = ACTIONS.find((each) => each === action);
        return (
          <List.Item key={id}>
            {known === undefined ? action : t(`forms.actions.${known}`)}
            {count > 1 && ` ${t('forms.times', { count })}`}
            {actor && `, ${actor.name ?? t('forms.gone')}`}
            {credentialId !== undefined && ` (${t('forms.through')})`}{' '}
            <Text span size="sm" c="dimmed">
              <Time at={at} />
            </Text>
          </List.Item>
        );
      })}
    </List>
  );
}

interface Gathered {
  readonly event: Event;
  readonly count: number;
}

function gathered(events: readonly Event[]): readonly Gathered[] {
  const found: Gathered[] = [];
  for (const event of events) {
    const last = found.at(-1);
    const isSame =
      last?.event.action === 'edit' &&
      event.action === 'edit' &&
      last.event.actor?.id === event.actor?.id &&
      last.event.credentialId === event.credentialId;
    if (last !== undefined && isSame) found[found.length - 1] = { ...last, count: last.count + 1 };
    else found.push({ event, count: 1 });
  }
  return found;
}
