// Does what a browser does for the web app: keeps the session cookie, and says where a request comes from.
import { ADMIN_PASSWORD, type Answer, type Call, type Instance } from './instance.ts';

export interface Browser {
  /** Sends a request as a script of the web app does. */
  send(method: string, path: string, call?: Omit<Call, 'token'>): Promise<Answer>;
  signIn(userName: string, password: string): Promise<Answer>;
  /** Returns the value of the session cookie; undefined if there is none. */
  cookie(): string | undefined;
}

const SET_SESSION = /(?:^|, )__Host-sid=([^;]*)/;
const SET_STEP = /(?:^|, )__Host-step=([^;]*)/;

export function openBrowser(node: Pick<Instance, 'request'>, cookie?: string): Browser {
  let sid = cookie;
  let step: string | undefined;
  const send: Browser['send'] = async (method, path, call = {}) => {
    const answer = await node.request(method, path, {
      ...call,
      token: null,
      headers: {
        'sec-fetch-site': 'same-origin',
        ...cookiesOf(sid, step),
        ...call.headers,
      },
    });
    const set = SET_SESSION.exec(answer.headers['set-cookie'] ?? '')?.[1];
    if (set !== undefined) sid = set === '' ? undefined : set;
    const waits = SET_STEP.exec(answer.headers['set-cookie'] ?? '')?.[1];
    if (waits !== undefined) step = waits === '' ? undefined : waits;
    return answer;
  };
  return {
    send,
    signIn: (userName, password) =>
      send('POST', '/app/v1/session', { body: { userName, password } }),
    cookie: () => sid,
  };
}

function cookiesOf(sid: string | undefined, step: string | undefined) {
  if (sid === undefined && step === undefined) return {};
  const session = sid === undefined ? [] : [`__Host-sid=${sid}`];
  const waiting = step === undefined ? [] : [`__Host-step=${step}`];
  return { cookie: ['other=1', ...session, ...waiting].join('; ') };
}

/** Returns the browser of the first admin, signed in. */
export async function adminBrowser(node: Instance): Promise<Browser> {
  const browser = openBrowser(node);
  const answer = await browser.signIn(`${node.account.accountCode}/admin`, ADMIN_PASSWORD);
  if (answer.status !== 201) throw new Error(`not signed in: ${answer.status} ${answer.text}`);
  return browser;
}
