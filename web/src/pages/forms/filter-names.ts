/** The names of what filters name by id, as far as the list says them. */
export interface FilterNames {
  readonly template: string | undefined;
  readonly creator: string | undefined;
  readonly assignee: string | undefined;
}
