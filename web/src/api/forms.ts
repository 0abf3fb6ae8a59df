import type { AppFormDetail, AppFormItem } from '#forms/app-types.ts';

export const FORMS = '/app/v1/forms';

export type Form = AppFormDetail;
export type FormItem = AppFormItem;

export const ASSIGNEES = '/app/v1/assignees';

/** A user or group that a form may be assigned to. */
export interface Assignee {
  readonly id: string;
  readonly type: 'User' | 'Group';
  readonly name: string;
  /** Tells users of the same name apart. */
  readonly detail?: string;
}
