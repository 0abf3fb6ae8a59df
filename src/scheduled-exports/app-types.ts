// The types of scheduled exports under /app/v1 for the web app, which imports them as types only.
export type {
  NewScheduledExportBody,
  ScheduledExportChange,
  ScheduledExportItem,
  ScheduledExportList,
  ViewConsequences,
} from './scheduled-exports.shapes.ts';
