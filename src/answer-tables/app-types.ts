// The types of the tables of answers under /app/v1 for the web app, which imports them as types only.
export type { AnswerField, AnswerList, AnswerRow } from './app/answers.shapes.ts';
export type {
  DashboardDetail,
  DashboardList,
  TileSettings,
  WorkTile,
} from './dashboards/dashboard.shapes.ts';
export type { DashboardMailBody, DashboardMailDetail } from './dashboards/mails/mail.shapes.ts';
export type { AnswerSums } from './operations/sums.shapes.ts';
export type { FieldSummary, Group, Summary } from './summaries/summary.shapes.ts';
export type { ViewItem } from './views/operations/view.shapes.ts';
