import { AsyncLocalStorage } from 'node:async_hooks';

const accounts = new AsyncLocalStorage<string>();

/** Does something for an account, which is asked for again where work is shared out fairly. */
export const onBehalfOf = <T>(accountId: string, work: () => T): T => accounts.run(accountId, work);

/** No id of an account, which are UUIDs. */
const SERVICE = 'the service';

/** Does something that no account asked for. Whatever runs on in the background would else be done for whoever woke it. */
export const onOwnBehalf = <T>(work: () => T): T => accounts.run(SERVICE, work);

/** Who this is done for: an account, or the service; undefined: a request, before it is known whose it is. */
export const behalf = (): string | undefined => accounts.getStore();
