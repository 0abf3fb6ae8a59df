import type { AppFormItem } from '#forms/app-types.ts';

export type DueForm = Pick<
  AppFormItem,
  'status' | 'dueAt' | 'statusChangedAt' | 'completedOnDeviceAt'
>;

/** Returns what says whether a form is late, or was, with its times in milliseconds. */
export const dueWorkOf = ({ status, ...form }: DueForm) => ({
  status,
  dueAt: msOf(form.dueAt),
  statusChangedAt: Date.parse(form.statusChangedAt),
  completedOnDeviceAt: msOf(form.completedOnDeviceAt),
});

const msOf = (time: string | undefined) => (time === undefined ? undefined : Date.parse(time));
