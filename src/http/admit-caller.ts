import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#kernel/clock.ts';
import { authenticate, authenticateLink, authorise, credentialIn } from './authenticate.ts';
import {
  authenticateSession,
  authoriseSession,
  requirePerson,
  requireSameOrigin,
  sessionCookieOf,
} from './browser.ts';
import { isForLinks } from './endpoint.ts';
import type { Limits } from './limits.ts';
import type { AnyPrincipal, Authenticators } from './principal.ts';
import type { RequestState } from './request-state.ts';

interface AdmissionDeps {
  readonly authenticators: Authenticators;
  readonly limits: Limits;
  readonly clock: Clock;
  /** Scheme, host and port of the web app. */
  readonly origin: () => string;
}

/**
 * Makes the function that counts a request by its address, or finds out who sends it and whether they may, and counts
 * it for them.
 */
export function createAdmission({ authenticators, limits, clock, origin }: AdmissionDeps) {
  async function admitCaller(
    state: RequestState,
    raw: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const { endpoint } = state;
    if (endpoint?.access === 'public') {
      state.usages = await limits.countAddress(endpoint.limit, state.ip);
    }
    if (state.app) {
      await beginInBrowser(state, raw, reply);
      return;
    }
    if (state.anyone) return;
    const from = { ip: state.ip, agent: raw.headers['user-agent'] };
    const credential = credentialIn(raw.headers.authorization);
    if (endpoint && isForLinks(endpoint)) {
      // A stranger begins as many visits as they like, so that they count by their address as well.
      await limits.countAddress('public', state.ip);
      const visitor = await limits.prove(state.ip, credential, () =>
        authenticateLink(authenticators, raw.raw.rawHeaders),
      );
      state.principal = visitor;
      await admit(state, visitor, reply);
      return;
    }
    const principal = await limits.prove(state.ip, credential, () =>
      authenticate(authenticators, raw.raw.rawHeaders, from),
    );
    state.principal = principal;
    await admit(state, principal, reply);
    if (endpoint) authorise(endpoint, principal);
  }

  async function beginInBrowser(
    state: RequestState,
    raw: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const { endpoint } = state;
    if (!state.anyone) {
      const { cookie } = raw.headers;
      const principal = await limits.prove(state.ip, sessionCookieOf(cookie), () =>
        authenticateSession(authenticators, cookie),
      );
      state.principal = principal;
      await admit(state, principal, reply);
      requirePerson(raw.headers, principal);
      if (endpoint) authoriseSession(endpoint, principal, clock.now());
    }
    requireSameOrigin(raw.method, raw.headers, origin());
  }

  async function admit(
    state: RequestState,
    principal: AnyPrincipal,
    { raw }: FastifyReply,
  ): Promise<void> {
    // If the client has already disconnected, no "close" event follows that would release the slot.
    if (!raw.closed) raw.on('close', limits.enter(principal));
    // Requests for unknown paths are counted too; otherwise they would get around the limit.
    const limit = state.endpoint?.limit ?? (state.protocol === 'scim' ? 'scim' : 'api');
    state.usages = await limits.countPrincipal(limit, principal);
  }

  return admitCaller;
}
