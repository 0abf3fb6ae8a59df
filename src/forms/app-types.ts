// The types of the forms under /app/v1 for the web app, which imports them as types only.
export type { AppFormDetail, AppFormItem, AppFormList } from './app/app-form.shapes.ts';
export type { Approved as AppApproved } from './operations/approvals.shapes.ts';
