import { useSession } from '#web/api/session.ts';

/**
 * Returns the largest file in bytes that the server takes. A session that an earlier release kept on the device does not
 * say it: then the server decides when the file arrives.
 */
export const useMostBytes = (): number =>
  useSession().account.maxFileBytes ?? Number.POSITIVE_INFINITY;
