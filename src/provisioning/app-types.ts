// The types of /app/v1 for the web app, which imports nothing else of this folder, and these as types only.
export type { LogDetail, LogItem, LogPage, SeenAttributes } from './log/log.shapes.ts';
export type {
  ConnectionTest,
  ConnectionTestStep,
  Provisioning,
  RoleMappingList,
} from './provisioning.shapes.ts';
