// A form as this device keeps it, and the next step of sending it. Pure: the typed, the sent and the confirmed answers
// are values, so tests can try every order of events.
import { fileIdsIn, withoutFiles } from './files-in-answers.ts';
import {
  type Answers,
  at,
  type Conflict,
  commonBase,
  isEqual,
  mergeAnswers,
  settle,
  withChanges,
  withFields,
} from './merge.ts';
import { changedAgain, tryAgain } from './next-attempt.ts';

export interface Draft {
  readonly formId: string;
  readonly name: string;
  readonly templateId: string;
  readonly templateName?: string | undefined;
  /** The form that this one was begun anew from, for whoever has that one now (begin-anew.ts). */
  readonly handsOver?: string | undefined;
  readonly versionNumber: number;
  /** SurveyJS JSON. */
  readonly definition: object;
  /** The revision that the server has confirmed; undefined: it does not know the form yet. */
  readonly base: Confirmed | undefined;
  /** Answers that were sent and not confirmed: the server may or may not have them. */
  readonly sent: Answers | undefined;
  /** The answers as typed here, always the newest. */
  readonly answers: Answers;
  /** Texts in fields that cannot be read as an answer, by the path of that answer. Never sent. */
  readonly unread?: Readonly<Record<string, string>> | undefined;
  /** The location that the person added. */
  readonly location?: Place | undefined;
  /** The location that the server has. */
  readonly confirmedLocation?: Place | undefined;
  /** Answers that the server rejects. They stay here as they were typed, and all others are sent without them. */
  readonly held?: readonly Held[] | undefined;
  /** Files that were sent again because the server had no more of them, see `lost-files.ts`. */
  readonly resent?: readonly string[] | undefined;
  /** Grows with each change on this device. */
  readonly edits: number;
  readonly wantsCompletion: boolean;
  /** Another person changed the same answers meanwhile: somebody has to choose. */
  readonly conflict: Clash | undefined;
  /** Why the server refused something, when another attempt alone would not help. */
  readonly problem: Trouble | undefined;
  /**
   * Begun or changed while the server could not be reached. The server then accepts it even above the limits of the
   * organisation, as long as their reserve has room.
   */
  readonly begunOffline?: boolean | undefined;
  /** The number of failed attempts in a row, without a network or with a server that could not answer. */
  readonly failures: number;
  /** The earliest time of the next attempt, in milliseconds since 1970. */
  readonly notBefore: number;
  /** Why the server asked to wait at the last attempt, and until when on the clock of this device. */
  readonly limited?: Limited | undefined;
  /** The time of the last change on this device, in milliseconds since 1970. */
  readonly changedAt: number;
  /** The last time that the server confirmed what was sent, in milliseconds since 1970. */
  readonly confirmedAt?: number | undefined;
  /**
   * The server's time of the last change when this form was last kept ahead, before anybody opened it (work-set.ts).
   */
  readonly listedAt?: string | undefined;
}

/** An answer that the server rejected, kept back until it changes: a half-typed number may be below the minimum. */
export interface Held {
  readonly field: string;
  readonly value: unknown;
}

export interface Confirmed {
  readonly revision: number;
  readonly answers: Answers;
}

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
  /** In metres. */
  readonly accuracy?: number | undefined;
}

export interface Clash {
  readonly theirs: Confirmed;
  readonly fields: readonly Conflict[];
  /** The person who changed it, where that is known. */
  readonly by?: string | undefined;
}

/** A refusal of the server. */
export interface Trouble {
  readonly code: string;
  readonly text: string;
  /** The numbers and names that the words for the code are filled with. */
  readonly members?: Readonly<Record<string, string | number>> | undefined;
  readonly step: Step['do'];
  /** The file that was refused. */
  readonly fileId?: string | undefined;
  readonly faults: readonly Fault[];
  /** The server has no room, and may have some later: everything stays here, and another attempt follows by itself. */
  readonly isPassing?: boolean | undefined;
  readonly at: number;
}

/** A limit that was reached, see {@link Trouble}. */
export interface Limited extends Pick<Trouble, 'code' | 'text' | 'members'> {
  /** In milliseconds since 1970. */
  readonly until: number;
}

/** An answer that breaks a rule, such as `items[0].qty`. */
export interface Fault {
  readonly at: string;
  /** In the language of the screen where the engine found the fault, else in English. */
  readonly text: string;
  /** A rule of the server and its bound, which screens put into words. */
  readonly rule?: string | undefined;
  readonly limit?: string | number | undefined;
  /** The author's own message: one text, or one per language. */
  readonly message?: unknown;
}

/** A photo, signature or document of a draft. */
export interface StoredFile {
  readonly id: string;
  readonly formId: string;
  readonly field: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly bytes: Blob;
  readonly isSent: boolean;
}

export type FileState = Omit<StoredFile, 'bytes'>;

export type Step =
  | { readonly do: 'create' }
  | {
      readonly do: 'save';
      readonly revision: number;
      readonly answers: Answers;
      /** Undefined unless the person moved it on this device: the server may have a newer one, or have removed it. */
      readonly location: Place | undefined;
    }
  | { readonly do: 'upload'; readonly fileId: string }
  | { readonly do: 'complete'; readonly revision: number };

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
  readonly location?: Place;
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
