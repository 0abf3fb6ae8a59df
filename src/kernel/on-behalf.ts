import { AsyncLocalStorage } from 'node:async_hooks';

const accounts = new AsyncLocalStorage<string>();

/** Does work for an account, whose id {@link behalf} returns to code that shares out work fairly. */
export const onBehalfOf = <T>(accountId: string, work: () => T): T => accounts.run(accountId, work);

/** Not the id of an account, since those are UUIDs. */
const SERVICE = 'the service';

/** Does work that no account requested. Background work would otherwise count for the account that triggered it. */
export const onOwnBehalf = <T>(work: () => T): T => accounts.run(SERVICE, work);

/**
 * Returns the account, or the service, that work is done for; undefined in a request whose account is not known yet.
 */
export const behalf = (): string | undefined => accounts.getStore();
