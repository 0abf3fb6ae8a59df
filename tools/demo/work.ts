// Work that the demo organisation sends to people: waiting, begun, late, done and in review, sent back, approved, declined
// and cancelled.
import { beginAssignment } from '#assignments/begin-assignment.ts';
import { cancelAssignment, declineAssignment } from '#assignments/change-assignment.ts';
import { sendAssignment } from '#assignments/send-assignment.ts';
import type { Tx } from '#db/database.ts';
import type { FormActor } from '#form-basics/form.ts';
import type { Decision } from '#forms/reviews/decide-review.ts';
import type { JsonObject } from '#kernel/json.ts';
import { changeNoticeSettings } from '#notices/choices/change-choices.ts';
import type { Services } from '#services.ts';
import { ALL_RIGHTS } from '#templates/rights/rights.ts';
import type { DemoClock } from './demo-clock.ts';
import { SITES } from './sites.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** When the work is sent; what people do follows an hour apart. */
const SENT_DAYS_AGO = 4;

const inspection = (reviewers: readonly string[], fallback: string): JsonObject => ({
  title: 'Bridge inspection',
  elements: [
    {
      type: 'dropdown',
      name: 'site',
      title: 'Site',
      isRequired: true,
      choices: SITES.map(({ name }) => name),
    },
    {
      type: 'radiogroup',
      name: 'condition',
      title: 'Condition',
      isRequired: true,
      choices: ['good', 'fair', 'poor'],
    },
    { type: 'comment', name: 'findings', title: 'What you found' },
  ],
  review: { steps: [{ by: 'people', people: [...reviewers] }], fallback },
});

const FINDINGS: JsonObject = {
  condition: 'fair',
  findings: 'Two anchor bolts are loose at the north abutment. Drains are clear.',
};

type Doing =
  | 'waits'
  | 'begins'
  | 'completes'
  | 'cancelled'
  | { readonly declines: string }
  | { readonly decided: Decision };

/** Who gets an inspection, how many days from now it is due, and what becomes of it. */
const WORK: readonly (readonly [who: string, dueInDays: number, becomes: Doing])[] = [
  ['Priya Nair', 2, 'waits'],
  ['Priya Nair', -1, 'waits'],
  ['Priya Nair', -2, 'begins'],
  ['admin', -1, 'waits'],
  ['Fiona Baker', -1, 'waits'],
  ['Luke Harmon', 1, 'completes'],
  ['Ines Carvalho', 1, 'completes'],
  ['Marta Kovács', 3, { decided: { decision: 'approve' } }],
  [
    'Oskar Lind',
    1,
    {
      decided: {
        decision: 'send-back',
        remark: 'Please look again at the north side before the week is over.',
        fields: [{ field: 'findings', remark: 'Which bolts? Name them as on the drawing.' }],
      },
    },
  ],
  ['Hugh Sinclair', 5, { declines: 'I am on leave until Monday.' }],
  ['Yusuf Demir', 5, 'cancelled'],
];

/** The number of inspections: one of them is for a whole group. */
export const INSPECTIONS = WORK.length + 1;

interface Organisation {
  readonly services: Services;
  readonly clock: DemoClock;
  readonly tx: Tx;
  /** Who sends the work and reviews it. */
  readonly lead: FormActor;
  /** Returns somebody by name; `admin` is the one of the set-up. */
  actor(name: string): FormActor;
  readonly crews: string;
  readonly office: string;
}

/** @returns the number of forms that came of it */
export async function addWork(organisation: Organisation, now: number): Promise<number> {
  const { services, clock, tx, lead, actor, crews, office } = organisation;
  const { forms } = services;
  clock.set(now - SENT_DAYS_AGO * DAY_MS);
  const { id: templateId } = await forms.createTemplate(tx, lead, {
    name: 'Bridge inspection',
    description: 'What somebody finds at a site. The office reads every one.',
    namePattern: 'Inspection {number}',
    definition: inspection([lead.userId, actor('Fiona Baker').userId], office),
    groupIds: [],
  });
  await forms.publishTemplate(tx, lead, templateId);
  await forms.giveRights(tx, lead, templateId, 'designers', ALL_RIGHTS);
  const send = sendAssignment(services);
  // Reviews are mailed at once, the rest once a day, and nothing in the evening.
  const { accountId, userId } = actor('Oskar Lind');
  const quiet = { from: 18, until: 6 };
  const kinds = [{ kind: 'review-decided', mail: 'now' }] as const;
  await changeNoticeSettings(
    tx,
    { accountId, userId },
    { kinds: [...kinds], digestHour: 6, quiet },
  );
  let begun = 0;
  for (const [i, [who, dueInDays, becomes]] of WORK.entries()) {
    const by = actor(who);
    clock.set(now - SENT_DAYS_AGO * DAY_MS + i * HOUR_MS);
    const { assignments } = await send(tx, lead, {
      templateId,
      assignee: { type: 'User', id: by.userId },
      dueAt: now + dueInDays * DAY_MS,
      priority: dueInDays < 0 ? 'high' : 'normal',
      instructions: 'Take photographs from below. The key of the gate is in the stores.',
      answers: { site: SITES[i % SITES.length]?.name ?? '' },
    });
    clock.set(clock.now() + HOUR_MS);
    begun += await become(organisation, by, assignments[0]?.id ?? '', becomes);
  }
  await send(tx, lead, {
    templateId,
    assignee: { type: 'Group', id: crews, mode: 'shared' },
    dueAt: now + 6 * HOUR_MS,
    instructions: 'Whoever is near today.',
  });
  return begun;
}

/** @returns the number of forms that begin */
async function become(
  { services, clock, tx, lead }: Organisation,
  by: FormActor,
  id: string,
  becomes: Doing,
): Promise<number> {
  if (becomes === 'waits') return 0;
  if (becomes === 'cancelled') {
    await cancelAssignment(services)(tx, lead, id);
    return 0;
  }
  if (typeof becomes === 'object' && 'declines' in becomes) {
    await declineAssignment(services)(tx, by, id, becomes.declines);
    return 0;
  }
  const { form } = await beginAssignment(services)(tx, by, id, {}, (_, answers) => answers);
  if (becomes === 'begins') return 1;
  const answers = { ...form.answers, ...FINDINGS };
  await services.forms.completeUnchecked(tx, by, form.id, { answers });
  if (becomes === 'completes') return 1;
  clock.set(clock.now() + HOUR_MS);
  await services.forms.decideReview(tx, lead, form.id, becomes.decided);
  return 1;
}
