import type { Reference } from '#web/builder/names.ts';
import type { ActionDraft } from './rule-draft.ts';

/** What every part of the editor of an action gets. */
export interface ActionProps {
  readonly action: ActionDraft;
  /** The fields of the form that causes the action. */
  readonly fields: readonly Reference[];
  readonly isAdmin: boolean;
  readonly onChange: (action: ActionDraft) => void;
}
