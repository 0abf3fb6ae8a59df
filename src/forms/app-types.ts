// The types of the forms under /app/v1 for the web app, which imports them as types only.
export type { AppFormDetail, AppFormItem, AppFormList } from './app/app-form.shapes.ts';
export type { AppApproved } from './app/app-review.shapes.ts';
