import type { Reader } from '#db/database.ts';
import { type Field, type Form, type FormEvent, readNames } from '#form-basics/index.ts';
import { listEvents, remarksIn, signatureIn } from '#form-records/index.ts';
import type { Locale } from '#kernel/locale.ts';
import type { PdfTrail } from './pdf-document.ts';

/** What of a history belongs to reviews. */
const ACTIONS = ['submit', 'approve', 'send-back', 'reject', 'take-back', 'reopen'] as const;
type Action = (typeof ACTIONS)[number];

const WORDS: Readonly<Record<Locale, Readonly<Record<Action | 'title' | 'step', string>>>> = {
  en: {
    title: 'Review',
    step: 'step',
    submit: 'Submitted for review',
    approve: 'Approved',
    'send-back': 'Sent back',
    reject: 'Rejected',
    'take-back': 'Taken back',
    reopen: 'Reopened',
  },
  de: {
    title: 'Prüfung',
    step: 'Schritt',
    submit: 'Zur Prüfung eingereicht',
    approve: 'Freigegeben',
    'send-back': 'Zurückgegeben',
    reject: 'Abgelehnt',
    'take-back': 'Zurückgeholt',
    reopen: 'Wieder geöffnet',
  },
};

const isOfReviews = (action: string): action is Action => ACTIONS.some((each) => each === action);

/**
 * Returns who decided what on a form and when, with the remarks, as its page shows it to everybody who sees the form;
 * undefined for a form that was never reviewed.
 * @param timeOf writes a time
 */
export async function reviewTrail(
  db: Reader,
  { accountId, id }: Pick<Form, 'accountId' | 'id'>,
  fields: readonly Field[],
  locale: Locale,
  timeOf: (ms: number) => string,
): Promise<PdfTrail | undefined> {
  const events = await listEvents(db, accountId, id);
  const first = events.findIndex(({ action }) => action === 'submit');
  if (first < 0) return undefined;
  const words = WORDS[locale];
  const shown = events.slice(first).filter(({ action }) => isOfReviews(action));
  const actors = shown.flatMap(({ actorUserId }) => actorUserId ?? []);
  const names = await readNames(db, accountId, actors);
  const titles = new Map(fields.map(({ name, title }) => [name, title]));
  return {
    title: words.title,
    entries: shown.map((event) => {
      const { action, at, actorUserId = '' } = event;
      const step = stepIn(event);
      return {
        head: [
          isOfReviews(action) ? words[action] : action,
          ...(step === undefined ? [] : [`${words.step} ${step}`]),
          ...(names.has(actorUserId) ? [names.get(actorUserId) ?? ''] : []),
          timeOf(at),
        ].join(' · '),
        remarks: remarksOf(event, titles),
        signature: signatureIn(event),
      };
    }),
  };
}

function stepIn({ detail, action }: FormEvent): number | undefined {
  const step = detail?.['step'];
  return typeof step === 'number' && action !== 'submit' ? step : undefined;
}

function remarksOf(event: FormEvent, titles: ReadonlyMap<string, string>): readonly string[] {
  const said = remarksIn(event);
  if (said === undefined) return [];
  return [
    ...(said.remark === undefined ? [] : [said.remark]),
    ...said.fields.map(({ field, remark }) => `${titles.get(field) ?? field}: ${remark}`),
  ];
}
