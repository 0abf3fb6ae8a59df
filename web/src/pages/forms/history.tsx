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
export function History({ history, fields }: Pick<Form, 'history' | 'fields'>) {
  const { t } = useTranslation();
  return (
    <List>
      {gathered(history.toReversed()).map(({ event, count }) => {
        const { id, at, action, actor, credentialId, removed } = event;
        const known = ACTIONS.find((each) => each === action);
        return (
          <List.Item key={id}>
            {known === undefined ? action : t(`forms.actions.${known}`)}
            {count > 1 && ` ${t('forms.times', { count })}`}
            {actor && `, ${actor.name ?? t('forms.gone.User')}`}
            {credentialId !== undefined && ` (${t('forms.through')})`}{' '}
            <Text span size="sm" c="dimmed">
              <Time at={at} />
            </Text>
            {removed !== undefined && <Removed removed={removed} fields={fields} />}
          </List.Item>
        );
      })}
    </List>
  );
}

interface RemovedProps {
  readonly removed: NonNullable<Event['removed']>;
  readonly fields: Form['fields'];
}

/** Which answers completing took away, and why. */
function Removed({ removed, fields }: RemovedProps) {
  const { t, i18n } = useTranslation();
  const titles = new Map(fields.map(({ name, title }) => [name, title]));
  const list = new Intl.ListFormat(i18n.language, { type: 'unit' });
  return REASONS.map(([why, words]) => {
    const found = new Set(removed.filter((each) => each.why === why).map(({ field }) => field));
    const named = [...found].map((field) =>
      t('forms.quoted', { title: titles.get(field) ?? field }),
    );
    return (
      named.length > 0 && (
        <Text key={why} size="sm" className="wrap-anywhere">
          {t(words, { titles: list.format(named) })}
        </Text>
      )
    );
  });
}

const REASONS = [
  ['hidden', 'forms.removed.hidden'],
  ['not-offered', 'forms.removed.notOffered'],
] as const;

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
