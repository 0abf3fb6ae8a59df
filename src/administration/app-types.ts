// The types of /app/v1 for the web app. It imports nothing else from this folder, and imports these as types only.
export type { Brand } from '#brand/index.ts';
export type { FontList } from '#fonts/index.ts';
export type { AlertList } from './alerts/alert.shapes.ts';
export type { AuditEntry, AuditPage } from './audit-record/audit.shapes.ts';
export type { Credential, CredentialList } from './credentials/credential.shapes.ts';
export type {
  GroupConsequences,
  GroupDetail,
  GroupList,
  GroupMember,
  ListedGroup,
} from './groups/group.shapes.ts';
export type { AccountSettings } from './settings/account.shapes.ts';
export type { Status } from './status/status.shapes.ts';
export type {
  FormerUserItem,
  ListedUser,
  UserConsequences,
  UserDetail,
  UserErasure,
  UserList,
} from './users/user.shapes.ts';
