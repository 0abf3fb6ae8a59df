import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseInput } from '#http/input.ts';
import { askedLocale } from '#kernel/locale.ts';
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
        'The answer is the same whether the user exists or not. An active user with a password and an email address gets a link that works once within an hour and replaces an earlier one. A user gets at most 3 links per hour. Break-glass admins and users of accounts with single sign-on only get no link. The mail is in the language of the user, or else of `Accept-Language`.',
      body: LinkRequestBody,
      responses: {
        202: { description: 'The request was accepted.' },
        409: { description: 'No mail server is set up.' },
      },
    },
    async handle(request) {
      const { userName } = parseInput(LinkRequestBody, request.body);
      const { mailQueue, linkRequests, publicUrl } = deps;
      if (!mailQueue.isOn) throw mailIsOff();
      const language = askedLocale(request.headers['accept-language']);
      linkRequests.take({ userName, ip: request.ip, publicUrl: publicUrl(), language });
      return { status: 202 };
    },
  });
