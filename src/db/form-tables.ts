import type { ColumnType, Generated } from 'kysely';
import type { Fixed, Flag } from './column-types.ts';

export interface TemplatesTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  name: string;
  name_key: string;
  description: string | null;
  /** JSON: the name and the description in further languages, by their codes; null if there are none. */
  name_translations: string | null;
  status: 'draft' | 'published' | 'archived';
  /** JSON: the SurveyJS definition that is being edited. */
  draft_definition: string;
  /** The pattern of form names, for instance `{template} {number}`. */
  name_pattern: string;
  /**
   * Whether everyone may fill the template in, and in template_groups the groups that may: copies of what
   * template_grants holds, for nodes of the version before it.
   */
  open_to_all: Flag;
  current_version_id: string | null;
  created_by: Fixed<string>;
  created_at: Fixed<number>;
  /** JSON: the fields (id, name, title, type) of the template that this one is a copy of. */
  copied_fields: Fixed<string | null>;
  updated_at: number;
  /** Increases with each change; a write with an old revision is refused. */
  revision: number;
  /** 1: the draft differs from the published version. */
  has_changes: Flag;
  /** Number of forms of the template, without deleted ones. */
  form_count: Generated<number>;
  /** The highest number of a form that is gone for good; null if there is none, or a later form is there. */
  last_number: ColumnType<number | null, never, number>;
  /** JSON: the ids of the users and groups that review the forms of the published version; null if nobody does. */
  reviewers: Later<string>;
  /** 1: by the published version, work of this template can't be declined. */
  no_declining: Later<1>;
}

export interface TemplateVersionsTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  template_id: Fixed<string>;
  number: Fixed<number>;
  /** As everybody gets it who does not review. */
  definition: Fixed<string>;
  /** As it was published; null if that is the same. Only a review reads it: it has fields that only a step sees. */
  whole_definition: ColumnType<string | null, string | null | undefined, never>;
  /**
   * Formstead's own index of fields (id, name, title, type), so that the forms engine can be replaced (decision 27).
   */
  field_index: Fixed<string>;
  published_at: Fixed<number>;
  published_by: Fixed<string>;
  /**
   * JSON: the ids of the fields that this version or one before made searchable, each with whether the newest version
   * that asks it still does. Null for versions that were published before this column existed.
   */
  search_marks: Fixed<string | null>;
}

export interface TemplateGroupsTable {
  account_id: Fixed<string>;
  template_id: Fixed<string>;
  group_id: Fixed<string>;
}

/** The rights of a user, a group or a role on a template (docs/decisions/0067-rights-per-template.md). */
export interface TemplateGrantsTable {
  account_id: Fixed<string>;
  template_id: Fixed<string>;
  /** Id of a user or group; `everyone`, or `designers` for designers and admins. */
  subject: Fixed<string>;
  subject_type: Fixed<'User' | 'Group' | 'Role'>;
  fill: Flag;
  /** The answers that they see: of forms that are their own, of members of their groups, or all. */
  see: 'own' | 'group' | 'all';
  edit: Flag;
  assign: Flag;
  manage: Flag;
  /** Nodes of 0.2.0 do not know it. */
  review: ColumnType<Flag, Flag | undefined, Flag>;
}

export interface FormsTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  /** Number of the form within its template, for the name. */
  number: Fixed<number>;
  name: string;
  name_key: string;
  /** The pattern that the name follows while the answers change; null for a name that stays as it is. */
  name_pattern: string | null;
  template_id: Fixed<string>;
  template_version_id: Fixed<string>;
  status: 'draft' | 'complete';
  status_changed_at: number;
  /** `Link`: the public link that the form was sent by. */
  assignee_type: 'User' | 'Group' | 'Link';
  assignee_id: string;
  answers: string;
  latitude: number | null;
  longitude: number | null;
  accuracy: number | null;
  created_by: Fixed<string>;
  completed_by: string | null;
  /** The assignment that it came of. */
  assignment_id: ColumnType<string | null, string | null | undefined, never>;
  /** When the form is due; null if it never is. A form that is complete keeps it. */
  due_at: ColumnType<number | null, number | null | undefined, number | null>;
  /** The due dates for which listeners were told that it is due within a day, and that it is late. */
  due_told_at: ColumnType<number | null, never, number | null>;
  overdue_told_at: ColumnType<number | null, never, number | null>;
  /** When the form was completed, as its device says, within bounds; null if no device says. */
  device_completed_at: ColumnType<number | null, number | null | undefined, number | null>;
  /** The status_changed_at that it belongs to: a node of 0.2.0 reopens and completes forms without removing it. */
  device_completed_with: ColumnType<number | null, number | null | undefined, number | null>;
  created_at: Fixed<number>;
  updated_at: number;
  /** Increases with each write; a write with an old revision is refused. */
  revision: number;
  deleted_at: number | null;
  /** When answers were last removed because their time was over; null: never. */
  blanked_at: ColumnType<number | null, number | null | undefined, number | null>;
  /** Who last corrected an answer while the form was complete, and when; it may have been reopened since. */
  corrected_by: ColumnType<string | null, string | undefined, string>;
  corrected_at: ColumnType<number | null, number | undefined, number>;
  /** Where its review is; null without one. Only `sent-back` is of a draft. */
  review_state: Later<'in-review' | 'sent-back' | 'approved' | 'rejected'>;
  /** The step that it is in, or was decided in, from 1. */
  review_step: Later<number>;
  /** In review: the id in review_panels of those who are asked. */
  review_by: Later<string>;
  /** When it came into this state, and the user or link who brought it there. */
  review_at: Later<number>;
  review_actor: Later<string>;
  /** 1: people may review the forms that they completed. */
  review_own: Later<Flag>;
  /** The revision that the review is of. A node of 0.2.0 that writes the form leaves it behind. */
  review_revision: Later<number>;
  /** JSON: the rest, which no list needs. */
  review_more: Later<string>;
  /** JSON: the answers that only a step of the review sees. `answers` never has them. */
  office_answers: Later<string>;
}

/** A column that nodes of an older version do not write. */
type Later<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** Who is asked together in a step of a review. Its id is made from its members, so that equal ones are one. */
export interface ReviewPanelsTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  /** A user or a group. */
  member_id: Fixed<string>;
}

export interface FormEventsTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  form_id: Fixed<string>;
  at: number;
  action: Fixed<
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
    | 'restore'
  >;
  actor_user_id: Fixed<string | null>;
  credential_id: Fixed<string | null>;
  detail: string | null;
}

/** What a correction in the table of answers changed. */
export interface FormCorrectionsTable {
  account_id: Fixed<string>;
  /** The id of its entry in form_events. */
  id: Fixed<string>;
  form_id: Fixed<string>;
  /** The name of the question. */
  field: Fixed<string>;
  /** JSON: the answer by the name of the question, and the text typed beside it; {} for none. */
  old_answers: Fixed<string>;
  new_answers: Fixed<string>;
}
