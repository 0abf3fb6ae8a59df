import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from './span.ts';

/** For whom work is done, and in which span of a trace. */
interface Context {
  readonly account: string | undefined;
  /** Undefined unless traces are on. */
  readonly span: Span | undefined;
}

const contexts = new AsyncLocalStorage<Context>();

/** Does work for an account, whose id {@link behalf} returns to code that shares out work fairly. */
export const onBehalfOf = <T>(accountId: string, work: () => T): T =>
  contexts.run({ account: accountId, span: currentSpan() }, work);

/** Not the id of an account, since those are UUIDs. In no span, either. */
const SERVICE: Context = { account: 'the service', span: undefined };

/** Does work that no account requested. Background work would otherwise count for the account that triggered it. */
export const onOwnBehalf = <T>(work: () => T): T => contexts.run(SERVICE, work);

/**
 * Returns the account, or the service, that work is done for; undefined in a request whose account is not known yet.
 */
export const behalf = (): string | undefined => contexts.getStore()?.account;

/** Does work in a span, which {@link currentSpan} returns to it. */
export const inSpan = <T>(span: Span, work: () => T): T =>
  contexts.run({ account: behalf(), span }, work);

export const currentSpan = (): Span | undefined => contexts.getStore()?.span;
