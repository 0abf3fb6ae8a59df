import type { ForbiddenRequest } from '#http/pipeline.ts';
import type { Refusals } from './refusals.ts';

/** Records requests that were refused because the principal lacks the permission. */
export const recordForbidden =
  (refusals: Pick<Refusals, 'record'>) =>
  ({ principal, ip, route, code }: ForbiddenRequest): void => {
    const { kind, accountId, userId, credentialId } = principal;
    refusals.record({
      action: 'request.refuse',
      via: kind === 'session' ? 'web' : route.includes(' /scim/') ? 'scim' : 'api',
      accountId,
      userId,
      credentialId,
      ip,
      targetType: 'Route',
      targetId: route,
      detail: { reason: code },
    });
  };
