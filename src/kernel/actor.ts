import type { JsonObject } from './json.ts';

/** Who does something, acting through what, from where: what every audit line says. */
export interface Actor {
  readonly accountId: string;
  /** Left out: no person, but the command line, the service itself, or the provisioning identity. */
  readonly userId?: string;
  readonly credentialId?: string;
  readonly ip?: string;
  readonly via: 'scim' | 'api' | 'web' | 'command-line' | 'set-up' | 'system';
}

/** One line of the audit record. The detail never holds a secret. */
export interface AuditEvent {
  /** `noun.verb`, for instance `user.deactivate`. */
  readonly action: string;
  readonly targetType?: string;
  readonly targetId?: string;
  readonly detail?: JsonObject;
  /** Left out: `ok`. */
  readonly result?: 'ok' | 'refused';
}

/** Appends a line in the caller's transaction, so that record and deed stand or fall together. */
export type AppendAudit<Tx> = (tx: Tx, actor: Actor, event: AuditEvent) => Promise<void>;
