import { Text } from '@mantine/core';
import {
  type Icon,
  IconArrowBackUp,
  IconCircleCheck,
  IconPencil,
  IconPlus,
  IconTrash,
  IconUserCheck,
  IconUserPlus,
} from '@tabler/icons-react';
import type { Form } from '../../api/forms.ts';
import type { Tone } from '../../components/state-badge.tsx';
import { Timeline } from '../../components/timeline.tsx';
import { type TFunction, useTranslation } from '../../texts.ts';

type Event = Form['history'][number];

const ACTIONS = [
  { name: 'create', icon: IconPlus, tone: 'grey' },
  { name: 'edit', icon: IconPencil, tone: 'grey' },
  { name: 'claim', icon: IconUserCheck, tone: 'grey' },
  { name: 'assign', icon: IconUserPlus, tone: 'grey' },
  { name: 'complete', icon: IconCircleCheck, tone: 'green' },
  { name: 'reopen', icon: IconArrowBackUp, tone: 'amber' },
  { name: 'delete', icon: IconTrash, tone: 'red' },
  { name: 'restore', icon: IconArrowBackUp, tone: 'blue' },
] as const satisfies readonly {
  readonly name: string;
  readonly icon: Icon;
  readonly tone: Tone;
}[];

/** The events of a form, the newest first. Consecutive saves by the same person are one entry. */
export function History({ history, fields }: Pick<Form, 'history' | 'fields'>) {
  const { t } = useTranslation();
  const events = gathered(history.toReversed()).map(({ event, count }) => {
    const { id, at, action, actor, credentialId, removed, corrected } = event;
    const known = ACTIONS.find(({ name }) => name === action);
    const who = [
      actor && (actor.name ?? t('forms.gone.User')),
      credentialId !== undefined && t('forms.through'),
      count > 1 && t('forms.times', { count }),
    ];
    return {
      id,
      at,
      icon: known?.icon ?? IconPencil,
      tone: removed === undefined ? (known?.tone ?? 'grey') : 'amber',
      title: (
        <>
          <Text span fw={550}>
            {titleOf(event, t)}
          </Text>
          {who.filter(Boolean).map((each) => ` · ${each}`)}
        </>
      ),
      children: removed ? (
        <Removed removed={removed} fields={fields} />
      ) : (
        corrected !== undefined && <Corrected name={corrected} fields={fields} />
      ),
    } as const;
  });
  return <Timeline events={events} />;
}

function titleOf({ action, corrected }: Event, t: TFunction): string {
  if (corrected !== undefined) return t('forms.corrected');
  const known = ACTIONS.find(({ name }) => name === action);
  return known === undefined ? action : t(`forms.actions.${known.name}`);
}

/** The question whose answer was corrected in the table of answers. */
function Corrected({ name, fields }: { readonly name: string } & Pick<Form, 'fields'>) {
  const { t } = useTranslation();
  const title = fields.find((field) => field.name === name)?.title ?? name;
  return (
    <Text size="sm" className="wrap-anywhere">
      {t('forms.quoted', { title })}
    </Text>
  );
}

interface RemovedProps {
  readonly removed: NonNullable<Event['removed']>;
  readonly fields: Form['fields'];
}

/** The answers that were removed when the form was completed, and the reason. */
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
      event.corrected === undefined &&
      last.event.corrected === undefined &&
      last.event.actor?.id === event.actor?.id &&
      last.event.credentialId === event.credentialId;
    if (last !== undefined && isSame) found[found.length - 1] = { ...last, count: last.count + 1 };
    else found.push({ event, count: 1 });
  }
  return found;
}
