import { endpoint, type SessionAccess, type SessionEndpoint } from './endpoint.ts';

type Derived = 'protocol' | 'limit' | 'access' | 'provisioning';

export interface AppSpec extends Omit<SessionEndpoint, Derived>, Omit<SessionAccess, 'session'> {}

/** An endpoint of the web app, for people who are signed in; errors as RFC 9457. */
export function appEndpoint(spec: AppSpec): SessionEndpoint {
  const { role, confirmed, lackingSecondFactor, ...others } = spec;
  const access = {
    session: true,
    ...(role && { role }),
    ...(confirmed && { confirmed }),
    ...(lackingSecondFactor && { lackingSecondFactor }),
  } as const;
  return endpoint({ ...others, protocol: 'problem', limit: 'api', access });
}
