import type { Actor } from '#kernel/actor.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { Role } from '#kernel/role.ts';

/** The user for whom visibility is decided. The principal of a request is a viewer. */
export interface Viewer {
  readonly accountId: string;
  readonly userId: string;
  readonly role: Role;
}

/** The user who changes a form, with the origin of the change for the history and the audit log. */
export interface FormActor extends Actor, Viewer {
  readonly userId: string;
}

export type FormStatus = 'draft' | 'complete';

export type ReviewState = 'in-review' | 'sent-back' | 'approved' | 'rejected';

/** Where the review of a form is. A draft has none, unless it was sent back. */
export interface Review {
  readonly state: ReviewState;
  /** The step that it is in, or was decided in, from 1. */
  readonly step: number;
  /** How many steps there are. */
  readonly steps: number;
  /** How often the form was submitted. */
  readonly round: number;
  /** When it came into this state, in milliseconds. */
  readonly at: number;
  /** The user or public link who brought it there. */
  readonly by: string;
  /** In review: the id of the panel that is asked. */
  readonly panel: string | undefined;
  /** The panel of the step that was decided last. Its members are told of the decision when they are second. */
  readonly decidedPanel: string | undefined;
  /** The person whose manager counts; undefined if a link or a program completed the form. */
  readonly author: string | undefined;
  /** Whether people may review forms that they completed. */
  readonly own: boolean;
  /** The reviewer who has opened the form since it was submitted. */
  readonly openedBy: string | undefined;
  /** The reviewer who sent it back, to whom it returns. */
  readonly sentBackBy: string | undefined;
  /** Of a form that was sent back: a hash of each answer, so that the next submission says which have changed. */
  readonly prints: Readonly<Record<string, string>> | undefined;
  /** The names of the answers that changed since the reviewer sent the form back. */
  readonly changed: readonly string[];
}

/** The user or group that somebody assigns a form to. */
export interface Assignment {
  readonly type: 'User' | 'Group';
  readonly id: string;
}

/**
 * The user, group or public link that a form is assigned to. Nobody can choose a link: a form that was sent by a link
 * belongs to no user, so it is assigned to that link.
 */
export interface Assignee {
  readonly type: Assignment['type'] | 'Link';
  readonly id: string;
}

/** A WGS 84 position in degrees, with its accuracy in metres. */
export interface Location {
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracy?: number | undefined;
}

export interface Form {
  readonly id: string;
  readonly accountId: string;
  /** The number of the form within its template, from 1. No number is given twice. */
  readonly number: number;
  readonly name: string;
  /** The pattern that makes the name anew when the answers change; undefined for a name that stays as it is. */
  readonly namePattern: string | undefined;
  readonly templateId: string;
  readonly templateVersionId: string;
  readonly status: FormStatus;
  readonly statusChangedAt: number;
  readonly assignment: Assignee;
  /** When it is due, in milliseconds; a draft is late from then on. Undefined: never. */
  readonly dueAt: number | undefined;
  /** The assignment that it came from. */
  readonly assignmentId?: string | undefined;
  readonly answers: JsonObject;
  readonly location: Location | undefined;
  /** A user, or the public link that the form was sent by. */
  readonly createdBy: string;
  /** The user who completed the form; a correction does not change it. */
  readonly completedBy: string | undefined;
  /** When it was completed as the device says, which may have been without a network; statusChangedAt is when it arrived. */
  readonly completedOnDeviceAt?: number | undefined;
  /** Who last corrected an answer since the form was completed. */
  readonly corrected?: Corrected | undefined;
  readonly review?: Review | undefined;
  readonly createdAt: number;
  /** The server time of the last write. Increases with each write, even if the clock does not. */
  readonly updatedAt: number;
  /** Increases with each write. */
  readonly revision: number;
  /** The bytes that the answers take where they are stored; 0 for a form that is not stored yet. */
  readonly storedBytes: number;
}

export type FormEventAction =
  | 'create'
  | 'edit'
  | 'claim'
  | 'assign'
  | 'schedule'
  | 'complete'
  | 'reopen'
  | 'submit'
  | 'approve'
  | 'send-back'
  | 'reject'
  | 'take-back'
  | 'delete'
  | 'restore';

/** One entry in the history of a form. */
export interface FormEvent {
  readonly id: string;
  readonly formId: string;
  readonly at: number;
  readonly action: FormEventAction;
  readonly actorUserId: string | undefined;
  readonly credentialId: string | undefined;
  readonly detail: JsonObject | undefined;
  /** The bytes that the detail takes where it is stored. */
  readonly storedBytes: number;
}

export interface NewForm {
  /** A UUID from the client: the same creator may send it again and gets the same form back. */
  readonly id?: string | undefined;
  readonly templateId: string;
  /** The version that a device has begun the form with; undefined for the published one. */
  readonly versionNumber?: number | undefined;
  /** Undefined when the naming pattern of the template makes the name. */
  readonly name?: string | undefined;
  /** Undefined for the creator. */
  readonly assignment?: Assignment | undefined;
  /**
   * The id of a form that the creator had and lost: the new form is assigned to the present assignee of that one, which needs no
   * right to assign.
   */
  readonly handsOver?: string | undefined;
  /** In milliseconds. */
  readonly dueAt?: number | undefined;
  /** The assignment that it comes of. */
  readonly assignmentId?: string | undefined;
  /** True if the creator was assigned to it, as the caller has checked: then they need no right on the template. */
  readonly isAssigned?: boolean | undefined;
  /** Answers of somebody else, whose rows of lists stay as they are: the creator may not be able to choose them. */
  readonly filledAhead?: JsonObject | undefined;
  readonly answers?: JsonObject | undefined;
  readonly location?: Location | undefined;
  /** True for a form that was begun offline: it may use what the account's limits reserve for such forms. */
  readonly begunOffline?: boolean | undefined;
}

/** The revision that the caller has read. If the form has another revision, the change is refused with 412. */
export interface Expected {
  readonly ifRevision?: number | undefined;
}

export interface Corrected {
  readonly by: string;
  readonly at: number;
}

/** Changes of a form. Undefined properties stay as they are. */
export interface FormChanges extends Expected {
  readonly name?: string | undefined;
  /** Replaces all answers. */
  readonly answers?: JsonObject | undefined;
  /** The values that the engine calculates from the stored answers. A client may send them back unchanged. */
  readonly calculated?: JsonObject | undefined;
  /** The name of the question that is corrected in the table of answers. */
  readonly corrected?: string | undefined;
  /** `null` removes the location. */
  readonly location?: Location | null | undefined;
  /** True for changes that were made offline: they may use what the account's limits reserve for them. */
  readonly begunOffline?: boolean | undefined;
}
