// The types of /app/v1 for the web app, which imports nothing else of the server, and these as types only.
export type { AlertList } from './alerts/alert.shapes.ts';
export type { AuditEntry, AuditPage } from './audit-record/audit.shapes.ts';
export type {
  Credential,
  CredentialList,
  ShownProvisioningToken,
  ShownSecret,
} from './credentials/credential.shapes.ts';
export type {
  GroupDetail,
  GroupItem,
  GroupList,
  GroupMember,
  GroupMemberList,
} from './groups/group.shapes.ts';
export type { LinkInfo, SignInLink } from './links/link.shapes.ts';
export type { Passkey, PasskeyList } from './passkeys/passkey.shapes.ts';
export type {
  ConnectionTest,
  ConnectionTestStep,
  Provisioning,
  RoleMappingList,
} from './provisioning/provisioning.shapes.ts';
export type {
  LogDetail,
  LogItem,
  LogPage,
  SeenAttributes,
} from './provisioning-log/log.shapes.ts';
export type {
  RecoveryCodes,
  SecondFactor,
  SecondFactorOffer,
  SignInStep,
} from './second-factor/second-factor.shapes.ts';
export type {
  Role,
  Session,
  SessionItem,
  SessionList,
  SignedOut,
  SignInOptions,
} from './sessions/session.shapes.ts';
export type { SetUpAnswer } from './set-up.shapes.ts';
export type { AccountSettings } from './settings/account.shapes.ts';
export type { SsoConnection, SsoConnectionList, SsoEnding, SsoTest } from './sso/sso.shapes.ts';
export type {
  FormerUserItem,
  LockedField,
  NewUserBody,
  UserChangeBody,
  UserConsequences,
  UserDetail,
  UserErasure,
  UserItem,
  UserList,
} from './users/user.shapes.ts';
