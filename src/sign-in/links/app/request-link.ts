import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseInput } from '#http/input.ts';
import { mailIsOff } from '#letters/index.ts';
import { LinkRequestBody } from '#sign-in/links/link.shapes.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';

/** POST /app/v1/links/request: requests a link by mail for a forgotten password. */
export const requestLink = (deps: SignInDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/app/v1/links/request',
    protocol: 'problem',
    access: 'public',
    limit: 'sign-in',
    body: 'json',
    maxBodyBytes: 16_384,
    doc: {
      summary: 'Ask for a link by mail to choose a new password',
      tag: 'Session',
      description:
        'The answer is the same whether there is such a user or not. An active user with a password and an e-mail address gets a link that works once within an hour, and replaces the one that they asked for before; 3 in an hour at most. Nobody gets one who is break-glass admin, or whose account takes single sign-on only.',
      body: LinkRequestBody,
      responses: {
        202: { description: 'Taken.' },
        409: { description: 'No mail server is set up.' },
      },
    },
    async handle(request) {
      const { userName } = parseInput(LinkRequestBody, request.body);
      const { notices, linkRequests, publicUrl } = deps;
      if (!notices.isOn) throw mailIsOff();
      linkRequests.take({ userName, ip: request.ip, publicUrl: publicUrl() });
      return { status: 202 };
    },
  });
