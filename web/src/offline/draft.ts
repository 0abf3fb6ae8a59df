// A form as this device keeps it: what drafts.ts, next-attempt.ts and send.ts change and send.
import type { Fault } from '#web/api/answer-fault.ts';
import type { Answers, Conflict } from './merge.ts';

export interface Draft {
  readonly formId: string;
  readonly name: string;
  readonly templateId: string;
  readonly templateName?: string | undefined;
  /** The form that this one was begun anew from, for its present assignee (begin-anew.ts). */
  readonly handsOver?: string | undefined;
  /** The work that it was begun for on this device. */
  readonly assignmentId?: string | undefined;
  readonly versionNumber: number;
  /** SurveyJS JSON. */
  readonly definition: object;
  /** When it is due, as the server says it; undefined for never, or a form that was kept before this was. */
  readonly dueAt?: string | undefined;
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
  /** When the person asked for that, by the clock of this device, in milliseconds since 1970. */
  readonly completedAt?: number | undefined;
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
  /** What the reviewer said who sent the form back: only then a draft has a review. */
  readonly review?: SentBack | undefined;
  /** What the sender of its assignment says. */
  readonly instructions?: string | undefined;
}

/** The review of a form that was sent back, as the server has it. */
export interface SentBack {
  readonly by: { readonly name?: string };
  readonly remark?: string | undefined;
  /** Remarks on single fields, by their names. */
  readonly remarks?: readonly { readonly field: string; readonly remark: string }[] | undefined;
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
