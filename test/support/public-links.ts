// Public links, as a designer makes them in a browser, and somebody without an account uses them.
import assert from 'node:assert/strict';
import type { JsonObject } from '#kernel/json.ts';
import { isSolved } from '#public-links/puzzle.ts';
import { setLinksAllowed } from '#public-links/set-links-allowed.ts';
import type { Browser } from './browser.ts';
import type { Answer, Call, Instance } from './instance.ts';
import { fresh } from './scim.ts';

/** Allows public links in an account; in the first one by default. */
export const allowPublicLinks = (
  { services, account }: Pick<Instance, 'services' | 'account'>,
  accountId: string = account.accountId,
): Promise<void> =>
  services.db.transaction((tx) =>
    setLinksAllowed(services, tx, { accountId, via: 'command-line' }, true),
  );

export interface MadeLink {
  readonly id: string;
  readonly templateId: string;
  /** What follows `#`. */
  readonly token: string;
}

/** Publishes a template, and makes a link to it. Its browsers solve no puzzle unless `settings` says so. */
export async function makePublicLink(
  browser: Browser,
  definition: JsonObject,
  settings: JsonObject = {},
  template: JsonObject = {},
): Promise<MadeLink> {
  const act = async (path: string, body: object) => {
    const answer = await browser.send('POST', `/app/v1/templates${path}`, { body });
    assert.ok(answer.status < 300, answer.text);
    return answer;
  };
  const templateId = String(
    (await act('', { name: fresh('template'), definition, ...template })).at('id'),
  );
  await act(`/${templateId}/publish`, {});
  const link = await act(`/${templateId}/links`, {
    name: fresh('link'),
    proofOfWork: false,
    ...settings,
  });
  return { id: String(link.at('id')), templateId, token: tokenOf(link) };
}

export const tokenOf = (answer: Answer): string => String(answer.at('url')).split('#')[1] ?? '';

/** Somebody who has opened a link. */
export interface Visitor {
  readonly opened: Answer;
  /** The session. */
  readonly session: string;
  send(method: string, path: string, call?: Omit<Call, 'token'>): Promise<Answer>;
  /** Sends these answers, with a solved puzzle where the link wants one. */
  answer(answers: JsonObject): Promise<Answer>;
}

/** Opens a link. `more`: the code, the draft, or the cookie of a browser. */
export async function visit(
  node: Pick<Instance, 'request'>,
  token: string,
  { cookie, ...more }: { code?: string; draft?: string; cookie?: string } = {},
): Promise<Visitor> {
  const opened = await node.request('POST', '/link/v1/session', {
    token: null,
    body: { token, ...more },
    ...(cookie !== undefined && { headers: { cookie } }),
  });
  const session = String(opened.at('session'));
  const send: Visitor['send'] = (method, path, call = {}) =>
    node.request(method, `/link/v1/${path}`, { ...call, token: session });
  return {
    opened,
    session,
    send,
    async answer(answers) {
      const proof = await proofFor(send);
      return send('POST', 'answers', { body: { answers, ...(proof && { proof }) } });
    },
  };
}

async function proofFor(send: Visitor['send']) {
  const form = await send('GET', 'form');
  if (form.at('needsProof') !== true) return undefined;
  return solve(String((await send('POST', 'puzzle')).at('puzzle')));
}

export function solve(puzzle: string): { readonly puzzle: string; readonly solution: number } {
  for (let solution = 0; ; solution += 1)
    if (isSolved(puzzle, solution)) return { puzzle, solution };
}
