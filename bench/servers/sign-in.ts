import { caller } from '../harness/https-call.ts';
import type { ServerProcess } from '../harness/server-process.ts';

export const PASSWORD = 'eleven slow ferries before noon';

/** Signs the first admin in. @returns the cookie of the session */
export async function signIn({ port, ca }: ServerProcess): Promise<string> {
  const call = caller(port, ca, undefined, { 'sec-fetch-site': 'same-origin' });
  const text = JSON.stringify({ userName: 'admin', password: PASSWORD });
  const answer = await call('POST', '/app/v1/session', { type: 'application/json', text });
  call.close();
  const at = answer.rawHeaders.findIndex((each) => /^set-cookie$/i.test(each));
  const [cookie] = answer.rawHeaders[at + 1]?.split(';') ?? [];
  if (answer.status !== 201 || cookie === undefined) throw new Error(`signing in: ${answer.text}`);
  return cookie;
}
