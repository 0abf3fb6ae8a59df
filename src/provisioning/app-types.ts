// The types of /app/v1 for the web app. It imports nothing else from this folder, and imports these as types only.
export type { LogDetail, LogItem, SeenAttributes } from './log/log.shapes.ts';
export type {
  ConnectionTest,
  ConnectionTestStep,
  Provisioning,
  RoleMappingList,
} from './provisioning.shapes.ts';
