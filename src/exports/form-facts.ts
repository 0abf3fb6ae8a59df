// What a PDF says about a form above its answers, and what a document says in its boxes.
import type { FilledDocument } from '#documents/index.ts';
import { arrivedLater, type Form } from '#form-basics/index.ts';
import type { Locale } from '#kernel/locale.ts';
import { writeInstant } from '#questionnaires/reading/moments.ts';
import type { PdfDocument } from './pdf-document.ts';
import { REVIEW_WORDS, STATUS_WORDS } from './status-words.ts';

const LABELS = {
  en: {
    template: 'Template',
    number: 'Number',
    status: 'Status',
    review: 'Review',
    created: 'Created',
    changed: 'Last changed',
    completed: 'Completed',
    onDevice: 'Completed on the device',
    due: 'Due',
    corrected: 'Corrected',
    assigned: 'Assigned to',
    location: 'Location',
    by: 'by',
  },
  de: {
    template: 'Vorlage',
    number: 'Nummer',
    status: 'Status',
    review: 'Prüfung',
    created: 'Erstellt',
    changed: 'Zuletzt geändert',
    completed: 'Abgeschlossen',
    onDevice: 'Auf dem Gerät abgeschlossen',
    due: 'Fällig',
    corrected: 'Korrigiert',
    assigned: 'Zugewiesen an',
    location: 'Ort',
    by: 'von',
  },
} as const;

type Names = ReadonlyMap<string, string>;
/** Writes a moment, and who did it then. */
type At = (ms: number, by?: string) => string;

export const momentsIn =
  (locale: Locale, timeZone: string, names: Names): At =>
  (ms, by) => {
    const name = by === undefined ? undefined : names.get(by);
    const time = writeInstant(ms, locale, timeZone);
    return name === undefined ? time : `${time} ${LABELS[locale].by} ${name}`;
  };

interface Written {
  readonly names: Names;
  readonly locale: Locale;
  readonly at: At;
}

/** Returns the lines above the answers. */
export function factsOf(
  form: Form,
  { names, locale, at, corrected }: Written & Pick<Form, 'corrected'>,
): PdfDocument['facts'] {
  const words = LABELS[locale];
  const { review, completedOnDeviceAt: onDevice, dueAt, location } = form;
  const line = (label: keyof typeof words, value: string | undefined) =>
    value === undefined ? [] : ([[words[label], value]] as const);
  const isComplete = form.status === 'complete';
  const isLater = onDevice !== undefined && arrivedLater(form);
  return [
    ...line('template', names.get(form.templateId) ?? ''),
    ...line('number', String(form.number)),
    ...line('status', STATUS_WORDS[locale][form.status]),
    ...line('review', review && REVIEW_WORDS[locale][review.state]),
    ...line('created', at(form.createdAt, form.createdBy)),
    ...(isComplete
      ? line('completed', at(form.statusChangedAt, form.completedBy))
      : line('changed', at(form.updatedAt))),
    ...line('onDevice', isLater ? at(onDevice) : undefined),
    ...line('due', dueAt === undefined ? undefined : at(dueAt)),
    ...line('corrected', corrected && at(corrected.at, corrected.by)),
    ...line('assigned', names.get(form.assignment.id) ?? ''),
    ...line('location', location && `${location.latitude}, ${location.longitude}`),
  ];
}

/** Returns what boxes of a document can show of a form, beside its answers. */
export const shortFactsOf = (form: Form, { names, at }: Written): FilledDocument['facts'] => ({
  number: String(form.number),
  name: form.name,
  sent: form.status === 'complete' ? at(form.statusChangedAt) : '',
  by: names.get(form.completedBy ?? form.createdBy) ?? '',
});
