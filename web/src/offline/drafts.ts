// A form as this device keeps it, and the next step of sending it. Pure: the typed, the sent and the confirmed answers
// are values, so tests can try every order of events.
import type { Confirmed, Draft, FileState, Held, Place, SentBack, Step, Trouble } from './draft.ts';
import { fileIdsIn, withoutFiles } from './files-in-answers.ts';
import {
  type Answers,
  at,
  commonBase,
  isEqual,
  mergeAnswers,
  settle,
  withChanges,
  withFields,
} from './merge.ts';
import { changedAgain, tryAgain } from './next-attempt.ts';

/** Returns the next step of sending; undefined when nothing is left to send, or somebody has to decide first. */
export function nextStep(draft: Draft, files: readonly FileState[]): Step | undefined {
  const { base, problem, sent } = draft;
  if (draft.conflict !== undefined || isBlocking(problem)) return undefined;
  if (base === undefined) return { do: 'create' };
  const unsent = new Set(files.filter(({ isSent }) => !isSent).map(({ id }) => id));
  const wanted = withoutFiles(draft.answers, unsent);
  // Asking for completion sends rejected answers again, so that the server says what is wrong with them.
  const held = draft.wantsCompletion ? [] : heldIn(draft, wanted);
  const answers = sent ?? withoutHeld(wanted, held, base.answers);
  // Answers that may have arrived are sent again unchanged: the server recognises them and confirms.
  const location = hasMoved(draft) ? draft.location : undefined;
  if (sent !== undefined || location !== undefined || !isEqual(answers, base.answers)) {
    return { do: 'save', revision: base.revision, answers, location };
  }
  const named = fileIdsIn(draft.answers);
  const file = files.find(({ id, isSent }) => !isSent && named.has(id));
  if (file !== undefined) return { do: 'upload', fileId: file.id };
  return draft.wantsCompletion ? { do: 'complete', revision: base.revision } : undefined;
}

/** Returns whether the person added or renewed the location and the server does not have that yet. */
const hasMoved = ({ location, confirmedLocation }: Draft): boolean =>
  !isEqual(location, confirmedLocation);

/**
 * Takes in the location that the server has. One that was moved here stays and is sent; otherwise a device would bring
 * back a location that somebody replaced or a retention rule removed.
 */
export const located = (draft: Draft, theirs: Place | undefined): Draft => ({
  ...draft,
  location: hasMoved(draft) ? draft.location : theirs,
  confirmedLocation: theirs,
});

/** Returns the rejected answers that have not changed since. */
const heldIn = (draft: Draft, answers: Answers): readonly Held[] =>
  (draft.held ?? []).filter(({ field, value }) => isEqual(answers[field], value));

/** Returns whether an answer is kept back because the server rejects it. */
export const isHolding = (draft: Draft): boolean => heldIn(draft, draft.answers).length > 0;

/** Replaces the rejected answers by those that the server has. */
const withoutHeld = (answers: Answers, held: readonly Held[], base: Answers): Answers =>
  withFields(
    answers,
    base,
    held.map(({ field }) => field),
  );

/**
 * Keeps back the answers that the server rejected, so that the others are sent without them. The typed answers stay.
 * @returns undefined when no further answer would be kept back: the refusal is then about something else
 */
export function holdBack(draft: Draft, sent: Answers, problem: Trouble): Draft | undefined {
  const fields = new Set(problem.faults.map(({ at }) => at.replace(/[.[].*$/s, '')));
  const before = draft.wantsCompletion ? [] : heldIn(draft, sent);
  const news = [...fields]
    .filter((field) => Object.hasOwn(sent, field) && !before.some((each) => each.field === field))
    .map((field) => ({ field, value: sent[field] }));
  if (news.length === 0) return undefined;
  const held = [...(draft.held ?? []).filter(({ field }) => !fields.has(field)), ...news];
  const waiting = { ...succeeded(draft), sent: undefined, held };
  if (!draft.wantsCompletion) return waiting;
  return { ...waiting, wantsCompletion: false, problem: { ...problem, step: 'complete' } };
}

/** Returns whether the server does not have the draft completely. */
export const isWaiting = (draft: Draft, files: readonly FileState[]): boolean =>
  draft.conflict !== undefined ||
  isBlocking(draft.problem) ||
  isHolding(draft) ||
  nextStep(draft, files) !== undefined;

/** Returns whether the person has asked to send the form and the server does not have it yet, or has refused it. */
export const isUnsent = ({ wantsCompletion, problem }: Draft): boolean =>
  wantsCompletion || problem?.step === 'complete';

/**
 * Returns whether the server has the form no longer, or has it for somebody else. It can then only be begun anew, and
 * nobody can type into it.
 */
export const isGone = ({ base, problem }: Draft): boolean =>
  base !== undefined && problem?.code === GONE;

const GONE = 'not-found';

/** A refused completion does not stop the saving: people go on typing. */
const isBlocking = (problem: Trouble | undefined): boolean =>
  problem !== undefined &&
  (problem.step !== 'complete' || problem.code === GONE) &&
  !problem.isPassing;

/** The state of the screen when something on it changes. */
export interface OnPage {
  /** The answers that the screen showed before. */
  readonly seen: Answers;
  readonly unread: Readonly<Record<string, string>>;
}

/**
 * Applies changes; undefined removes an answer. A change also clears a refusal and allows another attempt. An answer
 * that another person changed without this screen having shown it becomes a conflict.
 */
export function change(
  draft: Draft,
  changes: ReadonlyMap<string, unknown>,
  now: number,
  page?: OnPage,
): Draft {
  const { seen = draft.answers, unread = draft.unread ?? {} } = page ?? {};
  const changed = withChanges(draft.answers, changes);
  const isSame = isEqual(changed, draft.answers);
  if (isSame && isEqual(unread, draft.unread ?? {})) return draft;
  const next: Draft = {
    ...changedAgain(draft, now),
    unread: Object.keys(unread).length === 0 ? undefined : unread,
    answers: changed,
    edits: draft.edits + 1,
    wantsCompletion: false,
    changedAt: now,
  };
  const { base, conflict } = draft;
  const overlooked = [...changes.keys()].filter((field) => isOverlooked(draft, seen, field));
  const theirs = conflict?.theirs ?? base;
  if (base === undefined || theirs === undefined) return next;
  if (conflict === undefined && overlooked.length === 0) return next;
  // Merges as if the other answers came in only now, compared with what the screen showed when this was typed.
  const before = withFields(base.answers, seen, overlooked);
  // What is being sent may contain those answers too, taken over unseen: that makes them nobody's choice.
  const compared = { ...next, sent: undefined, base: { ...base, answers: before } };
  return met(compared, theirs, conflict?.by);
}

/**
 * Returns whether the draft has an answer of the server that the screen does not show, because its field was in use
 * when it came in.
 */
const isOverlooked = ({ answers, base }: Draft, seen: Answers, field: string): boolean =>
  !isEqual(at(answers, field), at(seen, field)) &&
  isEqual(at(answers, field), at(base?.answers ?? {}, field));

/** The server's answer for a form that can be filled in. */
export interface ServerForm extends Confirmed {
  readonly id: string;
  readonly name: string;
  readonly template: { readonly id: string; readonly name?: string };
  readonly versionNumber: number;
  readonly definition: object;
  /** ISO 8601; undefined for never. */
  readonly dueAt?: string;
  readonly location?: Place;
  readonly review?: SentBack;
  /** Why it is not the form of the work that it was begun for. */
  readonly lost?: LostWork;
}

interface LostWork {
  readonly reason: string;
  /** An English sentence. */
  readonly detail: string;
  readonly lostAt: string;
  readonly lostBy?: string;
}

/** Notes what is about to be sent, unless another revision came in or somebody has to decide something first. */
export const sent = (draft: Draft, { revision, answers }: Confirmed): Draft =>
  draft.conflict === undefined && draft.base?.revision === revision
    ? { ...draft, sent: answers }
    : draft;

/** Records that the server has what was sent, whatever was typed or came in meanwhile. */
export function saved(
  draft: Draft,
  confirmed: Confirmed,
  location: Place | undefined,
  now: number,
): Draft {
  const next = {
    ...succeeded(draft),
    ...(location !== undefined && { confirmedLocation: location }),
    confirmedAt: now,
    sent: undefined,
    begunOffline: undefined,
  };
  const { base, conflict } = draft;
  const known = conflict?.theirs ?? base;
  // What came in meanwhile may be newer.
  const newest = known && known.revision > confirmed.revision ? known : confirmed;
  if (conflict === undefined) return { ...next, base: newest };
  // A question stays until somebody has decided it.
  const asked = conflict.fields.map(({ field }) => field);
  const answers = withFields(confirmed.answers, base?.answers ?? {}, asked);
  return met({ ...next, base: { ...confirmed, answers } }, newest, conflict.by);
}

export const succeeded = (draft: Draft): Draft => ({
  ...draft,
  limited: undefined,
  failures: 0,
  notBefore: 0,
});

/**
 * Takes in another revision of the server: its changes are merged, and answers that both sides changed become a
 * conflict.
 */
export function met(draft: Draft, theirs: Confirmed, by?: string): Draft {
  const base = commonBase(draft.base?.answers ?? {}, draft.sent, theirs.answers);
  const { answers, conflicts } = mergeAnswers(base, draft.answers, theirs.answers);
  if (conflicts.length > 0) {
    // The old base stays: with it the conflict can be computed again when they change something more.
    return {
      ...succeeded(draft),
      base: { revision: draft.base?.revision ?? 0, answers: base },
      sent: undefined,
      conflict: { theirs, fields: conflicts, by },
    };
  }
  return { ...succeeded(draft), base: theirs, sent: undefined, conflict: undefined, answers };
}

/** Applies the choices for the answers that both sides had changed. */
export function chosen(
  draft: Draft,
  choices: ReadonlyMap<string, 'mine' | 'theirs'>,
  now: number,
): Draft {
  const { conflict, base } = draft;
  if (conflict === undefined) return draft;
  const { theirs } = conflict;
  const merged = mergeAnswers(base?.answers ?? {}, draft.answers, theirs.answers);
  const isLeft = ([at]: readonly [string, string]) =>
    choices.get(at.replace(/\[.*$/s, '')) !== 'theirs';
  return {
    ...tryAgain(draft),
    unread: Object.fromEntries(Object.entries(draft.unread ?? {}).filter(isLeft)),
    base: theirs,
    conflict: undefined,
    answers: settle(merged.answers, merged.conflicts, choices),
    edits: draft.edits + 1,
    changedAt: now,
  };
}

/** Records a refusal that would not change until somebody does something. */
export const refused = (draft: Draft, problem: Trouble): Draft => ({
  ...succeeded(draft),
  problem,
  sent: undefined,
  wantsCompletion: problem.step === 'complete' ? false : draft.wantsCompletion,
});
