import { type Static, Type } from 'typebox';
import type { AuditRow } from './chain-hash.ts';

const text = (description: string) => Type.Optional(Type.String({ description }));

/** The parameters of every list of audit events; an event must meet all that are given. */
export const AUDIT_FILTERS = {
  from: text('Only events from this date or time on, in UTC unless an offset is given.'),
  to: text('Only events before this time.'),
  action: text('Only events with this action (user.create) or prefix of an action (user.).'),
  userId: text('Only events of this user, or of credentials that act as this user.'),
  credentialId: text('Only events of this credential.'),
  targetType: text('Only events with a target of this type, for example Group.'),
  targetId: text('Only events with this target.'),
  result: Type.Optional(
    Type.Union([Type.Literal('ok'), Type.Literal('refused')], { description: 'If omitted, both.' }),
  ),
  ip: text('Only events from this IP address.'),
};
type Sent = Static<Type.TObject<typeof AUDIT_FILTERS>>;
/** The conditions as they were sent. */
export type SentAuditFilter = { readonly [Name in keyof Sent]?: Sent[Name] | undefined };

/** The conditions that were read: `from`, which is included, and `to`, which is not, in milliseconds since the epoch. */
export type AuditFilter = Omit<SentAuditFilter, 'from' | 'to'> & {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
};

/** An event as lists read it. */
export interface ListedRow extends AuditRow {
  /** Null until the event is linked into the chain. */
  readonly chain_seq: number | null;
  readonly chain_hash: string | null;
}

/** The last event of a page: the next page begins after it. */
export interface AuditPosition {
  readonly at: number;
  readonly id: string;
}
