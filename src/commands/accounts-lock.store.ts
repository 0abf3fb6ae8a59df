import type { Tx } from '#db/database.ts';
import { lockDeployment } from '#db/deployment-values.ts';

/** Locks out other commands that create an account, until the transaction ends. */
export const lockAccounts = (tx: Tx): Promise<void> => lockDeployment(tx, 'accounts-lock');
