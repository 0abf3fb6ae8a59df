import type { Fixed } from './column-types.ts';

/** A list with its filters and its order, saved under a name. */
export interface SavedViewsTable {
  account_id: Fixed<string>;
  id: Fixed<string>;
  owner_id: Fixed<string>;
  name: string;
  name_key: string;
  list: Fixed<'mine' | 'all' | 'answers'>;
  /** null: the list is of the forms of all templates. */
  template_id: string | null;
  /** The search parameters of the page as JSON. */
  state: string;
  /** `groups`: those in saved_view_groups. */
  shared_with: 'nobody' | 'groups' | 'everyone';
  created_at: Fixed<number>;
  updated_at: number;
}

/** The groups that a view is shared with. */
export interface SavedViewGroupsTable {
  account_id: Fixed<string>;
  group_id: Fixed<string>;
  view_id: Fixed<string>;
}
