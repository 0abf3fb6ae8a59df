import type { Reader, Tx } from '#db/database.ts';
import type { AppendAudit } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Ids } from '#kernel/ids.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { Quotas } from '#quotas/index.ts';
import type { RemovedAnswer } from './engine/engine-types.ts';
import type { FormsEvents } from './events.ts';
import type {
  Assignment,
  Expected,
  Form,
  FormActor,
  FormChanges,
  FormEvent,
  NewForm,
  Viewer,
} from './form.ts';
import type { NewTemplate, Template, TemplateChanges, TemplateVersion } from './template.ts';

/** What forms needs of the directory: the groups of a user, nested ones included. */
export interface GroupsOfUser {
  groupIdsOf(db: Reader, accountId: string, userId: string): Promise<readonly string[]>;
}

export interface FormWritesDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly audit: { readonly append: AppendAudit<Tx> };
  readonly directory: GroupsOfUser;
  /** Told of each transition in its transaction. */
  readonly events: FormsEvents;
  /** How many forms an account may have. */
  readonly quotas: Pick<Quotas, 'requireRoomNear' | 'take' | 'giveBack'>;
}

/** Everything that is done to templates, each inside the caller's transaction. */
export interface Templates {
  /** @throws AppError `forbidden` for a member, `invalid-value`, `invalid-definition`. */
  createTemplate(tx: Tx, by: FormActor, input: NewTemplate): Promise<Template>;
  /** Changes the draft; what is published stays. @throws AppError also `not-found`, `template-state` when archived. */
  changeTemplate(tx: Tx, by: FormActor, id: string, changes: TemplateChanges): Promise<Template>;
  /** Makes the draft the next immutable version; the version there is when nothing changed since. */
  publishTemplate(
    tx: Tx,
    by: FormActor,
    id: string,
    expected?: Expected,
  ): Promise<{ readonly template: Template; readonly version: TemplateVersion }>;
  /** No new forms from now on. @throws AppError `template-state` for a draft. */
  archiveTemplate(tx: Tx, by: FormActor, id: string): Promise<Template>;
  /** Takes an archived template back: published as it was. */
  restoreTemplate(tx: Tx, by: FormActor, id: string): Promise<Template>;
}

/** Everything that is done to forms, each inside the caller's transaction. */
export interface FormWrites {
  /**
   * @throws AppError `not-found` for a template that the actor may not use, `template-state`,
   * `unknown-assignee`, `invalid-value`, `invalid-answers`, `form-exists` when the id is another's,
   * `forms-full`.
   */
  createForm(
    tx: Tx,
    by: FormActor,
    input: NewForm,
    /** Makes the answers of a new form, instead of those of `input`: just its version decides what they are. */
    answersFor?: (version: TemplateVersion) => JsonObject,
  ): Promise<{ readonly form: Form; readonly created: boolean }>;
  /** A group's form becomes the editor's own if he belongs to the group. @throws AppError `not-found`, `form-state`, `precondition-failed`. */
  editForm(tx: Tx, by: FormActor, id: string, changes: FormChanges): Promise<Form>;
  /** Hands a draft to a user or group. */
  assignForm(
    tx: Tx,
    by: FormActor,
    id: string,
    to: Expected & { readonly assignment: Assignment },
  ): Promise<Form>;
  /**
   * Without asking whether the answers are whole: see complete-form.ts for the way that does, which
   * hands in the `answers` that it checked. Samples and tests call this.
   */
  completeUnchecked(
    tx: Tx,
    by: FormActor,
    id: string,
    expected?: Expected & {
      readonly answers?: JsonObject | undefined;
      /** What `answers` has no more of; the history tells it. */
      readonly removed?: readonly RemovedAnswer[];
    },
  ): Promise<Form>;
  /** @throws AppError `forbidden` for a member. */
  reopenForm(tx: Tx, by: FormActor, id: string, expected?: Expected): Promise<Form>;
  /** Soft. Members may delete drafts of their own making. */
  deleteForm(tx: Tx, by: FormActor, id: string, expected?: Expected): Promise<void>;
  /** Brings a deleted form back. @throws AppError `forbidden` for a member, `not-found` once it is purged, `forms-full`. */
  restoreForm(tx: Tx, by: FormActor, id: string): Promise<Form>;
  /** The form if the viewer may see it. */
  readForm(db: Reader, viewer: Viewer, id: string): Promise<Form | undefined>;
  /** Oldest first; empty when the viewer may not see the form. */
  readHistory(db: Reader, viewer: Viewer, id: string): Promise<readonly FormEvent[]>;
}

export type Forms = Templates & FormWrites;
