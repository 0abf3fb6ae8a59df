import { AsyncLocalStorage } from 'node:async_hooks';
import type { Owner } from './fair-queue.ts';
import type { Span } from './span.ts';

/** For whom work is done, and in which span of a trace. */
interface Context {
  readonly owner: Owner;
  /** Undefined unless traces are on. */
  readonly span: Span | undefined;
}

const contexts = new AsyncLocalStorage<Context>();

/** No names of accounts, since those are UUIDs. */
const NOBODY: Owner = { account: '', person: '' };
const SERVICE: Owner = { account: 'the service', person: '' };

/** Does work for somebody, whom {@link behalf} returns to code that shares out work fairly. */
export const onBehalfOf = <T>(owner: Owner, work: () => T): T =>
  contexts.run({ owner, span: currentSpan() }, work);

/** Does work for a request whose caller is not known yet. Sites, such as a /48 of IPv6, have shares like people. */
export const onBehalfOfSite = <T>(site: string, work: () => T): T =>
  onBehalfOf({ account: NOBODY.account, person: site }, work);

/**
 * Does work that no account requested, in no span. Background work would otherwise count for the account that triggered it.
 */
export const onOwnBehalf = <T>(work: () => T): T =>
  contexts.run({ owner: SERVICE, span: undefined }, work);

/** Returns whom work is done for: somebody of an account, a site that is not known yet, or the service itself. */
export const behalf = (): Owner => contexts.getStore()?.owner ?? NOBODY;

/** Returns {@link behalf}, or nobody in particular of the account if that is another one. */
export const behalfIn = (account: string): Owner => {
  const owner = behalf();
  return owner.account === account ? owner : { account, person: '' };
};

/** Does work in a span, which {@link currentSpan} returns to it. */
export const inSpan = <T>(span: Span, work: () => T): T =>
  contexts.run({ owner: behalf(), span }, work);

export const currentSpan = (): Span | undefined => contexts.getStore()?.span;
