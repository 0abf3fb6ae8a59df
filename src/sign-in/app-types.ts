// The types of /app/v1 for the web app. It imports nothing else from this folder, and imports these as types only.
export type { LinkInfo, SignInLink } from './links/link.shapes.ts';
export type { Passkey, PasskeyList } from './passkeys/passkey.shapes.ts';
export type {
  RecoveryCodes,
  SecondFactor,
  SecondFactorOffer,
  SignInStep,
} from './second-factor/second-factor.shapes.ts';
export type { Session, SessionItem, SignedOut, SignInOptions } from './sessions/session.shapes.ts';
export type { SetUpAnswer } from './set-up/set-up.shapes.ts';
export type {
  SsoConnection,
  SsoConnectionList,
  SsoDuplicate,
  SsoEnding,
  SsoTest,
} from './sso/sso.shapes.ts';
