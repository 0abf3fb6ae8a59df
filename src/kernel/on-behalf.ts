import { AsyncLocalStorage } from 'node:async_hooks';

const accounts = new AsyncLocalStorage<string>();

/** Does something for an account, which is asked for again where work is shared out fairly. */
export const onBehalfOf = <T>(accountId: string, work: () => T): T => accounts.run(accountId, work);

/** The account that this is done for; undefined: the service does it by itself, or before it knows for whom. */
export const behalf = (): string | undefined => accounts.getStore();
