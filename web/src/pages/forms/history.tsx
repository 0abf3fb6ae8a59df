// A form that is saved every few seconds has hundreds of events. This file folds them, and puts corrections and removed
// answers where they happened.
import { Image, Text } from '@mantine/core';
import {
  type Icon,
  IconArrowBackUp,
  IconCalendarTime,
  IconCircleCheck,
  IconEyeCheck,
  IconPencil,
  IconPlus,
  IconRosetteDiscountCheck,
  IconSquareX,
  IconTrash,
  IconUserCheck,
  IconUserPlus,
} from '@tabler/icons-react';
import type { AppCorrectionItem } from '#web/api/corrections.ts';
import type { Form } from '#web/api/forms.ts';
import type { Tone } from '#web/components/state-badge.tsx';
import { Timeline } from '#web/components/timeline.tsx';
import { picturePath } from '#web/files/file-references.ts';
import { type TFunction, useTranslation } from '#web/texts/texts.ts';
import { Correction, Corrections } from './corrections.tsx';

type Event = Form['history'][number];

const ACTIONS = [
  { name: 'create', icon: IconPlus, tone: 'grey' },
  { name: 'edit', icon: IconPencil, tone: 'grey' },
  { name: 'claim', icon: IconUserCheck, tone: 'grey' },
  { name: 'assign', icon: IconUserPlus, tone: 'grey' },
  { name: 'schedule', icon: IconCalendarTime, tone: 'grey' },
  { name: 'complete', icon: IconCircleCheck, tone: 'green' },
  { name: 'reopen', icon: IconArrowBackUp, tone: 'amber' },
  { name: 'submit', icon: IconEyeCheck, tone: 'blue' },
  { name: 'approve', icon: IconRosetteDiscountCheck, tone: 'green' },
  { name: 'send-back', icon: IconArrowBackUp, tone: 'amber' },
  { name: 'reject', icon: IconSquareX, tone: 'red' },
  { name: 'take-back', icon: IconArrowBackUp, tone: 'grey' },
  { name: 'delete', icon: IconTrash, tone: 'red' },
  { name: 'restore', icon: IconArrowBackUp, tone: 'blue' },
] as const satisfies readonly {
  readonly name: string;
  readonly icon: Icon;
  readonly tone: Tone;
}[];

/** The events of a form, the newest first. Consecutive saves by the same person are one entry. */
export function History({ form }: { readonly form: Form }) {
  const { history } = form;
  return history.some(({ corrected }) => corrected !== undefined) ? (
    <Corrections form={form}>
      {(corrections) => <Events form={form} corrections={corrections} />}
    </Corrections>
  ) : (
    <Events form={form} corrections={[]} />
  );
}

interface EventsProps {
  readonly form: Form;
  readonly corrections: readonly AppCorrectionItem[];
}

function Events({ form, corrections }: EventsProps) {
  const { t } = useTranslation();
  const { fields } = form;
  const changes = new Map(corrections.map((each) => [each.id, each]));
  const all = withCorrections(form.history, corrections);
  const events = gathered(all.toReversed()).map(({ event, count }) => {
    const { id, at, action, actor, credentialId, removed, corrected } = event;
    const known = ACTIONS.find(({ name }) => name === action);
    const change = changes.get(id);
    const who = [
      corrected === undefined && actor && nameOf(actor, t),
      credentialId !== undefined && t('formHistory.through'),
      count > 1 && t('formHistory.times', { count }),
    ];
    return {
      id,
      at,
      icon: known?.icon ?? IconPencil,
      tone: removed === undefined ? (known?.tone ?? 'grey') : 'amber',
      title: (
        <>
          <Text span fw={550}>
            {titleOf(event, fields, t)}
          </Text>
          {who.filter(Boolean).map((each) => ` · ${each}`)}
        </>
      ),
      children: (
        <>
          {event.isDeviceClockWrong && <Text size="sm">{t('formHistory.clockWrong')}</Text>}
          {removed && <Removed removed={removed} fields={fields} />}
          {!removed && change && <Correction form={form.id} correction={change} />}
          <Said event={event} fields={fields} />
          {event.signature !== undefined && (
            <SignedWith formId={form.id} id={event.signature} name={actor && nameOf(actor, t)} />
          )}
        </>
      ),
    } as const;
  });
  return <Timeline events={events} />;
}

const nameOf = (actor: NonNullable<Event['actor']>, t: TFunction): string =>
  actor.name ?? t('forms.gone.User');

function titleOf(
  { action, actor, assignedTo, corrected }: Event,
  fields: Form['fields'],
  t: TFunction,
): string {
  if (corrected !== undefined && actor) {
    const title = fields.find(({ name }) => name === corrected)?.title ?? corrected;
    return t('formHistory.correctedWhat', { name: nameOf(actor, t), title });
  }
  if (assignedTo !== undefined) {
    const name = assignedTo.name ?? t(`forms.gone.${assignedTo.type}`);
    return t(action === 'create' ? 'formHistory.createdFor' : 'formHistory.assignedTo', { name });
  }
  const known = ACTIONS.find(({ name }) => name === action);
  return known === undefined ? action : t(`forms.actions.${known.name}`);
}

/**
 * Adds the corrections of which the history has no entry: of a very long history, the middle is left out. Ids grow with
 * time.
 */
function withCorrections(
  history: readonly Event[],
  corrections: readonly AppCorrectionItem[],
): readonly Event[] {
  const known = new Set(history.map(({ id }) => id));
  const more = corrections
    .filter(({ id }) => !known.has(id))
    .map(({ id, at, actor, field }) => ({
      id,
      at,
      action: 'edit',
      ...(actor && { actor }),
      corrected: field,
    }));
  if (more.length === 0) return history;
  return [...history, ...more].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** What somebody said with an event: on the form, and on single fields. */
function Said({ event, fields }: { readonly event: Event; readonly fields: Form['fields'] }) {
  const { remark, remarks = [] } = event;
  return (
    <>
      {remark !== undefined && (
        <Text size="sm" className="wrap-lines">
          {remark}
        </Text>
      )}
      {remarks.map(({ field, remark: said }) => (
        <Text key={field} size="sm" className="wrap-lines">
          <Text span fw={550}>
            {fields.find(({ name }) => name === field)?.title ?? field}:
          </Text>{' '}
          {said}
        </Text>
      ))}
    </>
  );
}

interface SignedWithProps {
  readonly formId: string;
  readonly id: string;
  readonly name: string | undefined;
}

/** The signature of a reviewer, as paper and ink. */
function SignedWith({ formId, id, name = '' }: SignedWithProps) {
  const { t } = useTranslation();
  return (
    <Image
      src={picturePath(formId, id)}
      alt={t('reviews.signatureOf', { name })}
      mah={90}
      w="auto"
      maw="100%"
      fit="contain"
      bg="white"
      bd="1px solid var(--mantine-color-default-border)"
      radius="sm"
    />
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
      t('formHistory.quoted', { title: titles.get(field) ?? field }),
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
  ['hidden', 'formHistory.removed.hidden'],
  ['not-offered', 'formHistory.removed.notOffered'],
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
