import type { Actor } from '#kernel/actor.ts';
import type { JsonObject } from '#kernel/json.ts';

export type Role = 'admin' | 'designer' | 'member';

/** The user for whom visibility is decided. The principal of a request is one. */
export interface Viewer {
  readonly accountId: string;
  readonly userId: string;
  readonly role: Role;
}

/** The user who changes a form, and the way the change came, for history and audit log. */
export interface FormActor extends Actor, Viewer {
  readonly userId: string;
}

export type FormStatus = 'draft' | 'complete';

export interface Assignment {
  readonly type: 'User' | 'Group';
  readonly id: string;
}

/** Degrees (WGS 84) and metres. */
export interface Location {
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracy?: number | undefined;
}

export interface Form {
  readonly id: string;
  readonly accountId: string;
  /** Counts the forms of its template from 1; never used twice. */
  readonly number: number;
  readonly name: string;
  readonly templateId: string;
  readonly templateVersionId: string;
  readonly status: FormStatus;
  readonly statusChangedAt: number;
  readonly assignment: Assignment;
  readonly answers: JsonObject;
  readonly location: Location | undefined;
  readonly createdBy: string;
  readonly completedBy: string | undefined;
  readonly createdAt: number;
  /** Server time of the last write, later with each write of this form. */
  readonly updatedAt: number;
  /** Increases with each write. */
  readonly revision: number;
}

export type FormEventAction =
  | 'create'
  | 'edit'
  | 'claim'
  | 'assign'
  | 'complete'
  | 'reopen'
  | 'delete'
  | 'restore';

/** One line of a form's history. */
export interface FormEvent {
  readonly id: string;
  readonly formId: string;
  readonly at: number;
  readonly action: FormEventAction;
  readonly actorUserId: string | undefined;
  readonly credentialId: string | undefined;
  readonly detail: JsonObject | undefined;
}

export interface NewForm {
  /** A UUID made by the client: the same creator may send it again and gets the same form back. */
  readonly id?: string | undefined;
  readonly templateId: string;
  /** Left out: the template's naming pattern decides. */
  readonly name?: string | undefined;
  /** Left out: the creator. */
  readonly assignment?: Assignment | undefined;
  readonly answers?: JsonObject | undefined;
  readonly location?: Location | undefined;
  /** Begun on a device without a connection: the form is accepted even beyond the limit of forms. */
  readonly begunOffline?: boolean | undefined;
}

/** The revision that the caller has read: when the form has another one, the change is refused with 412. */
export interface Expected {
  readonly ifRevision?: number | undefined;
}

/** What is left out stays as it is. */
export interface FormChanges extends Expected {
  readonly name?: string | undefined;
  /** Replaces all answers. */
  readonly answers?: JsonObject | undefined;
  /** What the engine calculates from the stored answers. A client that sends it back unchanged changes nothing. */
  readonly calculated?: JsonObject | undefined;
  /** `null` removes the location. */
  readonly location?: Location | null | undefined;
}
