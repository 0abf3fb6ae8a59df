import type { Generated } from 'kysely';
import type { Fixed, Flag } from './column-types.ts';

export interface TemplatesTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  name: string;
  name_key: string;
  description: string | null;
  status: 'draft' | 'published' | 'archived';
  /** JSON: the SurveyJS definition that is being edited. */
  draft_definition: string;
  /** The pattern of form names, for instance `{template} {number}`. */
  name_pattern: string;
  /** 1: all users may use the template; 0: only the groups in template_groups. */
  open_to_all: Flag;
  current_version_id: string | null;
  created_by: Fixed<string>;
  created_at: Fixed<number>;
  updated_at: number;
  /** Increases with each change; a write with an old revision is refused. */
  revision: number;
  /** 1: the draft differs from the published version. */
  has_changes: Flag;
  /** Number of forms of the template, without deleted ones. */
  form_count: Generated<number>;
}

export interface TemplateVersionsTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  template_id: Fixed<string>;
  number: Fixed<number>;
  definition: Fixed<string>;
  /**
   * Formstead's own index of fields (id, name, title, type), so that the forms engine can be replaced (decision 27).
   */
  field_index: Fixed<string>;
  published_at: Fixed<number>;
  published_by: Fixed<string>;
}

export interface TemplateGroupsTable {
  account_id: Fixed<string>;
  template_id: Fixed<string>;
  group_id: Fixed<string>;
}

export interface FormsTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  /** Number of the form within its template, for the name. */
  number: Fixed<number>;
  name: string;
  name_key: string;
  template_id: Fixed<string>;
  template_version_id: Fixed<string>;
  status: 'draft' | 'complete';
  status_changed_at: number;
  assignee_type: 'User' | 'Group';
  assignee_id: string;
  answers: string;
  latitude: number | null;
  longitude: number | null;
  accuracy: number | null;
  created_by: Fixed<string>;
  completed_by: string | null;
  created_at: Fixed<number>;
  updated_at: number;
  /** Increases with each write; a write with an old revision is refused. */
  revision: number;
  deleted_at: number | null;
}

export interface FormEventsTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  form_id: Fixed<string>;
  at: Fixed<number>;
  action: Fixed<
    'create' | 'edit' | 'claim' | 'assign' | 'complete' | 'reopen' | 'delete' | 'restore'
  >;
  actor_user_id: Fixed<string | null>;
  credential_id: Fixed<string | null>;
  detail: Fixed<string | null>;
}
