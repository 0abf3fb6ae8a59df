// Sends a draft step by step. Each step may be repeated without harm: ids are made on the device, the revision names
// the state that a change is based on, and the local copy is removed once the server has confirmed everything.

import type { Fault } from '#web/api/answer-fault.ts';
import type { Confirmed, Draft, Place, Step, StoredFile, Trouble } from './draft.ts';
import type { DraftStore } from './draft-store.ts';
import { holdBack, met, nextStep, refused, type ServerForm, saved, sent } from './drafts.ts';
import { lostFiles, resending } from './lost-files.ts';
import { delayed, dueAt, putOff } from './next-attempt.ts';
import { created } from './take-in.ts';

export interface Filled extends Confirmed {
  /** Whether it may use what the server keeps in reserve for changes that were made without a connection. */
  readonly begunOffline?: boolean | undefined;
  /** Undefined: it stays as it is on the server. */
  readonly location: Place | undefined;
}

/** The requests that the sender makes. @throws Refusal for every answer but success */
export interface FormServer {
  create(draft: Draft): Promise<ServerForm>;
  /** A server of an older version tells no name. */
  save(
    formId: string,
    filled: Filled,
  ): Promise<{ readonly revision: number; readonly name?: string }>;
  upload(file: StoredFile): Promise<void>;
  /** @param msAgo the milliseconds since the person completed the form; undefined if that was not kept */
  complete(formId: string, revision: number, msAgo: number | undefined): Promise<void>;
  read(formId: string): Promise<ServerForm>;
}

/** An answer other than success, or no answer at all (`status` 0). */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly retryAfterMs: number;
  readonly faults: readonly Fault[];
  /** The numbers and names that the words for the code are filled with. */
  readonly members: Trouble['members'];
  /** The state on the server, where a 412 answer holds it. */
  readonly current: (Confirmed & { readonly by?: string | undefined }) | undefined;

  constructor(status: number, answer: Partial<Refusal>) {
    super(answer.message ?? '');
    this.status = status;
    this.code = answer.code ?? 'internal';
    this.retryAfterMs = answer.retryAfterMs ?? 0;
    this.faults = answer.faults ?? [];
    this.members = answer.members;
    this.current = answer.current;
  }
}

export interface SendDeps {
  readonly store: DraftStore;
  readonly server: FormServer;
  readonly now: () => number;
  /** Returns a number from 0 to 1. */
  readonly share: () => number;
}

/**
 * `sent`: the server has everything. `gone`: the form is complete and no longer kept here. `stopped`: somebody has to
 * decide. `later`: no network, or a server that asks to wait. `signed-out`: nobody is signed in, or somebody else is.
 */
export type Outcome = 'sent' | 'gone' | 'stopped' | 'later' | 'signed-out';

/** Sends until nothing is left or something prevents it. Only one may run for a person at a time. */
export async function sendDraft(formId: string, deps: SendDeps): Promise<Outcome> {
  let outcome: Outcome | undefined;
  while (outcome === undefined) outcome = await sendNext(formId, deps);
  return outcome;
}

/** Takes one step. @returns undefined when there may be more to send */
async function sendNext(formId: string, deps: SendDeps): Promise<Outcome | undefined> {
  const draft = await deps.store.draft(formId);
  if (draft === undefined) return 'gone';
  const step = nextStep(draft, await deps.store.files(formId));
  if (step === undefined) {
    return draft.conflict !== undefined || draft.problem !== undefined ? 'stopped' : 'sent';
  }
  try {
    await take(step, draft, deps);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return await meet(error, step, draft, deps);
  }
  if (draft.problem?.isPassing) {
    await deps.store.update(formId, (latest) => ({ ...latest, problem: undefined }));
  }
  if (step.do !== 'complete') return undefined;
  await leave(draft, deps);
  return 'gone';
}

async function take(step: Step, draft: Draft, deps: SendDeps): Promise<void> {
  const { store, server } = deps;
  const { formId } = draft;
  switch (step.do) {
    case 'create': {
      const form = await server.create(draft);
      await store.update(formId, (latest) => created(latest, form, deps.now()));
      return;
    }
    case 'save': {
      const { answers, location } = step;
      // Stored before it is sent: if the answer is lost, the draft still says what may have arrived.
      const sending = await store.update(formId, (latest) => sent(latest, step));
      // Something came in since the step was chosen, such as an answer that somebody has to decide about.
      if (sending?.sent !== answers) return;
      // A server of an older version, which has no such limit, does not know the member.
      const begunOffline = isAnswersFull(draft.problem) && draft.begunOffline;
      const { revision, name } = await server.save(formId, { ...step, begunOffline });
      await store.update(formId, (latest) => ({
        ...saved(latest, { revision, answers }, location, deps.now()),
        // It may contain answers.
        name: name ?? latest.name,
      }));
      return;
    }
    case 'upload': {
      const file = await store.file(step.fileId);
      if (file !== undefined) await server.upload(file);
      await store.markSent(step.fileId, true);
      return;
    }
    case 'complete': {
      const { completedAt } = draft;
      const msAgo = completedAt && deps.now() - completedAt;
      return await server.complete(formId, step.revision, msAgo);
    }
  }
}

/** Removes the draft of a completed form. Anything typed after that is reported as refused. */
async function leave(draft: Draft, { store, now }: SendDeps): Promise<void> {
  if (await store.remove(draft.formId, draft.edits)) return;
  const problem: Trouble = {
    code: 'form-state',
    text: '',
    step: 'save',
    faults: [],
    at: now(),
  };
  await store.update(draft.formId, (latest) => refused(latest, problem));
}

const LATER = new Set([0, 408, 425, 429, 500, 502, 503, 504]);

/** Handles a refusal. @returns undefined when the next step may be taken at once */
async function meet(
  error: Refusal,
  step: Step,
  draft: Draft,
  deps: SendDeps,
): Promise<Outcome | undefined> {
  const { store, now, share } = deps;
  const { formId } = draft;
  // A person who still has to set up a second factor can send nothing, and can once they have.
  if (error.status === 401 || error.code === 'second-factor-needed') return 'signed-out';
  if (isFull(error)) return await waitForRoom(error, step, draft, deps);
  if (LATER.has(error.status)) {
    await store.update(formId, (latest) => ({
      ...delayed(latest, now(), share(), error.retryAfterMs),
      ...limitedBy(error, now()),
    }));
    return 'later';
  }
  if (error.status === 412) {
    const current = error.current ?? (await readCurrent(formId, deps));
    if (current === undefined) return 'later';
    const after = await store.update(formId, (latest) => met(latest, current, current.by));
    return after?.conflict === undefined ? undefined : 'stopped';
  }
  const problem = troubleOf(error, step, now());
  const lost = lostFiles(draft, await store.files(formId), problem);
  if (lost.length > 0) {
    // The files first: if the device stops in between, the refusal comes once more.
    for (const id of lost) await store.markSent(id, false);
    await store.update(formId, (latest) => resending(latest, lost));
    return undefined;
  }
  await store.update(formId, (latest) => {
    if (step.do === 'save' && error.status === 422) {
      const held = holdBack(latest, step.answers, problem);
      if (held !== undefined) return held;
    }
    // A change that was typed since may put right what the server refused.
    const isOutdated = step.do === 'save' && latest.edits !== draft.edits;
    return isOutdated ? { ...latest, sent: undefined } : refused(latest, problem);
  });
  return (await store.draft(formId))?.problem === undefined ? undefined : 'stopped';
}

/** Returns the limit that a refusal names, so that the screen does not blame the network. */
function limitedBy({ status, code, message: text, members, retryAfterMs }: Refusal, now: number) {
  if (status !== 429) return {};
  return { limited: { code, text, ...(members && { members }), until: now + retryAfterMs } };
}

const troubleOf = (error: Refusal, step: Step, at: number): Trouble => ({
  code: error.code,
  text: error.message,
  ...(error.members && { members: error.members }),
  step: step.do,
  fileId: step.do === 'upload' ? step.fileId : undefined,
  faults: error.faults,
  at,
});

/** Returns whether the server has no room for now: of the organisation (507), or of a day (429). */
const isFull = ({ status, code }: Refusal): boolean =>
  (status === 507 || status === 429) && code.endsWith('-full');

const isAnswersFull = (problem: Trouble | undefined): boolean => problem?.code === 'answers-full';

/** Keeps what the server has no room for, says so, and has it sent later. */
async function waitForRoom(
  error: Refusal,
  step: Step,
  draft: Draft,
  { store, now, share }: SendDeps,
): Promise<Outcome | undefined> {
  const problem = troubleOf(error, step, now());
  // Changes from a time without a connection may use the reserve, so they are sent once more at once.
  const hasReserve =
    step.do === 'save' &&
    draft.begunOffline === true &&
    isAnswersFull(problem) &&
    !isAnswersFull(draft.problem);
  await store.update(draft.formId, (latest) =>
    hasReserve
      ? { ...latest, sent: undefined, problem: { ...problem, isPassing: true } }
      : putOff(latest, problem, share()),
  );
  return hasReserve ? undefined : 'later';
}

async function readCurrent(
  formId: string,
  { server, store, now, share }: SendDeps,
): Promise<Refusal['current']> {
  try {
    return await server.read(formId);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await store.update(formId, (latest) => delayed(latest, now(), share()));
    return undefined;
  }
}

export interface Round {
  /** The time of the next attempt, in milliseconds since 1970; undefined: when something changes. */
  readonly nextAt: number | undefined;
  readonly isSignedOut: boolean;
}

const STORAGE_WAIT_MS = 60_000;

/** Sends every draft whose time has come, the one that was changed longest ago first. */
export async function sendAll(deps: SendDeps): Promise<Round> {
  const drafts = [...(await deps.store.drafts())].sort((a, b) => a.changedAt - b.changedAt);
  const failed = new Set<string>();
  const began = deps.now();
  for (const draft of drafts) {
    const { formId } = draft;
    if (dueAt(draft, deps.now()) > deps.now()) continue;
    try {
      const outcome = await sendDraft(formId, deps);
      if (outcome === 'signed-out') return { nextAt: undefined, isSignedOut: true };
    } catch (error) {
      // The device could not store the outcome of this form, for example because it is full. The others are sent all
      // the same, and this one later: repeating a step does no harm.
      if (!(error instanceof DOMException)) throw error;
      failed.add(formId);
    }
  }
  const again = deps.now() + STORAGE_WAIT_MS;
  const due = (await deps.store.drafts())
    .map((draft) => (failed.has(draft.formId) ? again : dueAt(draft, deps.now())))
    // Earlier ones have had their attempt in this round.
    .filter((at) => at > began);
  return { nextAt: due.length === 0 ? undefined : Math.min(...due), isSignedOut: false };
}
