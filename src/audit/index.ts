// The audit log: an append-only record of which actor did what, from which address. An event is written in the
// transaction of the action that it describes, and linked into the account's hash chain within seconds. Nothing here
// changes or removes an event. This folder depends on no domain.
import type { Tx } from '#db/database.ts';
import type { Endpoint, Principal, Request, SessionPrincipal } from '#http/endpoint.ts';
import type { Actor, AppendAudit } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Ids } from '#kernel/ids.ts';
import { insertAuditEvent } from './audit-event.store.ts';
import { type AuditEndpointDeps, listAuditEvents } from './v2/list-audit-events.ts';

export { readDetail, toAuditItem } from './audit-item.ts';
export { selectEvent as findEvent, selectEvents } from './audit-list.store.ts';
export { AUDIT_FILTERS, type AuditFilter, type ListedRow } from './audit-list.ts';
export { readAuditFilter } from './audit-query.ts';
export { type AuditQueue, createAuditQueue } from './audit-queue.ts';
export { readChainState, readUnlinked } from './chain.store.ts';
export { type ChainHead, sealHead } from './chain-head.ts';
export { type Chains, createChains, linkAudit } from './chains.ts';
export { countBegun } from './count-begun.ts';
export { deletedNames } from './deleted-names.store.ts';
export type { ChainFault } from './faults.ts';
export { BrokenChainError } from './link-events.ts';
export { recordForbidden } from './record-forbidden.ts';
export { type RecordState, readRecordState } from './record-state.ts';
export { createRefusals, type Refusals } from './refusals.ts';
export { sealedHeads } from './sealed-heads.ts';
export { type ChainReport, verifyChain } from './verify-chain.ts';

/** Returns the actor of a request. */
export function actorOf(
  request: Pick<Request<Principal | SessionPrincipal>, 'ip' | 'principal'>,
  via: Actor['via'],
): Actor {
  const { accountId, userId, credentialId } = request.principal;
  return {
    accountId,
    ip: request.ip,
    via,
    ...(userId !== undefined && { userId }),
    ...(credentialId !== undefined && { credentialId }),
  };
}

export interface Audit {
  readonly append: AppendAudit<Tx>;
}

/** Creates the writer of audit events. Their ids sort by time. */
export function createAudit({ clock, ids }: { readonly clock: Clock; readonly ids: Ids }): Audit {
  return {
    append: (tx, actor, event) =>
      insertAuditEvent(tx, { id: ids.next(), at: clock.now() }, actor, event),
  };
}

/** Endpoints that read the audit log. */
export const auditEndpoints = (deps: AuditEndpointDeps): readonly Endpoint[] => [
  listAuditEvents(deps),
];
