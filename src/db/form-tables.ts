import type { Generated } from 'kysely';
import type { Fixed, Flag } from './column-types.ts';

export interface TemplatesTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  name: string;
  name_key: string;
  description: string | null;
  status: 'draft' | 'published' | 'archived';
  /** SurveyJS definition being edited, JSON. */
  draft_definition: string;
  /** How forms are named, for instance `{template} {number}`. */
  name_pattern: string;
  /** 1: everybody may use it; 0: only the groups of template_groups. */
  open_to_all: Flag;
  current_version_id: string | null;
  created_by: Fixed<string>;
  created_at: Fixed<number>;
  updated_at: number;
  /** Goes up with each change; a stale one is refused. */
  revision: number;
  /** 1: the draft differs from what is published. */
  has_changes: Flag;
  /** Forms made from it that are not deleted. */
  form_count: Generated<number>;
}

export interface TemplateVersionsTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  template_id: Fixed<string>;
  number: Fixed<number>;
  definition: Fixed<string>;
  /** Our own index of fields (id, name, title, type), so that the engine can be replaced. */
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
  /** Counts forms of a template, for the name. */
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
  /** Goes up with each write; a stale one is refused. */
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
