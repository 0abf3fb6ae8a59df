import type { JsonObject } from './json.ts';

/** The user who acts, with which credential, and from where: part of every audit event. */
export interface Actor {
  readonly accountId: string;
  /** For `via: 'link'`, the id of the public link. If omitted, no user acts, but the command line, the service itself, or the provisioning identity. */
  readonly userId?: string;
  readonly credentialId?: string;
  readonly ip?: string;
  readonly via: 'scim' | 'api' | 'web' | 'link' | 'command-line' | 'set-up' | 'system';
}

/** One event of the audit log. The detail never holds a secret. */
export interface AuditEvent {
  /** `noun.verb`, for instance `user.deactivate`. */
  readonly action: string;
  readonly targetType?: string;
  readonly targetId?: string;
  readonly detail?: JsonObject;
  /** `ok` if omitted. */
  readonly result?: 'ok' | 'refused';
}

/** Appends an event in the caller's transaction, so that the action and its audit event are committed together. */
export type AppendAudit<Tx> = (tx: Tx, actor: Actor, event: AuditEvent) => Promise<void>;
