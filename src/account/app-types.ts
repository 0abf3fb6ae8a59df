// The types of /app/v1 for the web app, which imports nothing else of the server, and these as types only.
export type { LogDetail, LogItem, LogPage, SeenAttributes } from './provisioning-log/log.shapes.ts';
export type {
  Role,
  Session,
  SessionItem,
  SessionList,
  SignInOptions,
} from './sessions/session.shapes.ts';
