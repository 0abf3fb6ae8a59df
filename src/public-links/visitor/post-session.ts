import { cookieOf } from '#http/browser.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseBodyInput } from '#http/input.ts';
import { openLink } from '#public-links/open-link.ts';
import { LinkOpening, LinkSession } from '#public-links/visitor.shapes.ts';
import type { VisitorDeps } from '#public-links/visitor-deps.ts';

/** Tells a browser from others, for links that take one form from each. It says nothing about the person. */
const BROWSER_COOKIE = '__Host-browser';
const YEAR_S = 31_536_000;

/** POST /link/v1/session: exchanges the token of a public link for a session. */
export const postLinkSession = (deps: VisitorDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/link/v1/session',
    protocol: 'problem',
    access: 'public',
    limit: 'link',
    body: 'json',
    maxBodyBytes: 16_384,
    doc: {
      summary: 'Open a public link',
      tag: 'Public links',
      description: 'The session can read the form of the link and send it, and nothing else.',
      body: LinkOpening,
      responses: {
        201: { description: 'The session, for 24 hours.', schema: LinkSession },
        403: {
          description:
            'The link is not open yet (`public-link-early`, with `opensAt`), paused, or turned off by an admin; or it needs a code, or another one.',
        },
        404: 'no link',
        409: { description: 'This browser has already sent a form by the link.' },
        410: 'link ended',
      },
    },
    async handle({ body, headers, ip }) {
      const { token, code, draft } = parseBodyInput(LinkOpening, body);
      const browser = cookieOf(BROWSER_COOKIE, headers['cookie']);
      const opened = await openLink(deps, { token, code, draft, browser, ip });
      const { session, link, formId, receipt } = opened;
      return {
        status: 201,
        issued: session,
        ...(opened.browser !== undefined && { cookies: [browserCookie(opened.browser)] }),
        body: {
          session,
          expiresAt: new Date(opened.expiresAt).toISOString(),
          linkId: link.id,
          accountId: link.accountId,
          formId,
          draft: opened.draft,
          keepOnDevice: link.keepOnDevice,
          ...(receipt !== undefined && { receipt }),
        },
      };
    },
  });

const browserCookie = (value: string): string =>
  `${BROWSER_COOKIE}=${value}; Path=/; Max-Age=${YEAR_S}; Secure; HttpOnly; SameSite=Strict`;
