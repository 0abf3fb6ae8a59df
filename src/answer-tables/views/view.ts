import type { Viewer } from '#form-basics/index.ts';
import { type AppError, fail } from '#kernel/errors.ts';

/** The pages whose filters are saved: my forms, all forms, and the table of answers of a template. */
export type ViewedList = 'mine' | 'all' | 'answers';

/** The search parameters of a page by name, as the address has them. */
export type ViewState = Readonly<Record<string, string>>;

/** Who sees a view beside its owner. Of a template, only those who see the template. */
export interface Sharing {
  readonly with: 'nobody' | 'groups' | 'everyone';
  /** The ids of the groups, nested ones included; empty unless `with` is `groups`. */
  readonly groupIds: readonly string[];
}

export interface SavedView {
  readonly accountId: string;
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly list: ViewedList;
  readonly templateId: string | undefined;
  readonly state: ViewState;
  readonly sharing: Sharing;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface NewView {
  readonly name: string;
  readonly list: ViewedList;
  /** The template of a table of answers. A list of forms names its template in the state. */
  readonly templateId?: string | undefined;
  readonly state: ViewState;
  readonly sharing: Sharing;
}

export const NOT_SHARED: Sharing = { with: 'nobody', groupIds: [] };

/** The most views of one user. */
export const MOST_VIEWS = 100;
/** The most characters of the state of a view, as JSON: a menu of views reads hundreds. */
export const MAX_STATE_LENGTH = 16_000;
/** The most groups that one view is shared with. */
export const MOST_GROUPS = 20;

/** Whether somebody may delete a view: their own, and an admin also those that others share. */
export const mayDeleteView = (
  { userId, role }: Pick<Viewer, 'userId' | 'role'>,
  { ownerId, sharing }: Pick<SavedView, 'ownerId' | 'sharing'>,
): boolean => ownerId === userId || (role === 'admin' && sharing.with !== 'nobody');

export const noView = (): AppError => fail('not-found', 'You have no view with this id.');
