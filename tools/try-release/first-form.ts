// What somebody does with a new installation: set it up, sign in, publish a template and complete a first form.
import { request as httpsRequest } from 'node:https';

export interface Place {
  /** PEM of the certificate authority to trust. */
  readonly ca: string;
  readonly port: number;
  readonly setUpLink: string;
}

export interface Reached {
  /** Bytes of the PDF of the form, which a process of its own draws. */
  readonly pdfBytes: number;
  /** What somebody gets to read without signing in: path, headers and text. */
  readonly publicTexts: readonly string[];
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly head: string;
  readonly bytes: number;
  readonly coding: string | undefined;
  readonly cookie: string | undefined;
}

const PASSWORD = 'seven quiet harbours at dusk';
const DEFINITION = {
  pages: [
    { name: 'p1', elements: [{ type: 'text', name: 'site', title: 'Site', isRequired: true }] },
  ],
};
/** Read by browsers and monitors before anybody signs in. */
const PUBLIC = [
  '/',
  '/sign-in',
  '/healthz',
  '/readyz',
  '/nothing-here',
  '/.well-known/openapi.json',
  '/.well-known/oauth-authorization-server',
  '/app/v1/session',
  '/scim/v2/ServiceProviderConfig',
  '/v2/formz',
];

/** @throws Error at the first answer that is not the expected one, with its text */
export async function fillFirstForm(place: Place): Promise<Reached> {
  let cookie = '';
  const send = async (method: string, path: string, wanted: number, body?: object) => {
    const answer = await call(place, { method, path, cookie, body });
    if (answer.status !== wanted) {
      throw new Error(`${method} ${path} answered ${answer.status}, not ${wanted}: ${answer.text}`);
    }
    cookie = answer.cookie ?? cookie;
    return answer;
  };
  const token = place.setUpLink.split('#')[1];
  const admin = { userName: 'admin', password: PASSWORD };
  await send('POST', '/app/v1/set-up', 201, { token, accountName: 'Example Ltd', ...admin });
  cookie = '';
  await send('POST', '/app/v1/session', 201, admin);
  const template = await send('POST', '/app/v1/templates', 201, {
    name: 'Site inspection',
    definition: DEFINITION,
  });
  const templateId = member(template, 'id');
  await send('POST', `/app/v1/templates/${templateId}/publish`, 200, {});
  const form = await send('POST', '/app/v1/forms', 201, { templateId });
  const answers = { site: 'Dam' };
  await send('POST', `/app/v1/forms/${member(form, 'id')}/complete`, 200, { answers });
  const trial = { name: 'Site inspection', definition: DEFINITION, answers };
  const pdf = await send('POST', '/app/v1/templates/preview/pdf', 200, trial);
  return { pdfBytes: pdf.bytes, publicTexts: await readAsStranger(place) };
}

async function readAsStranger(place: Place): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const path of PUBLIC) {
    const { head, text } = await call(place, { method: 'GET', path, cookie: '' });
    texts.push(`${path}\n${head}\n${text}`);
  }
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(texts[0] ?? '')?.[1];
  if (script === undefined) throw new Error(`The page names no script: ${texts[0]}`);
  const zipped = await call(place, { method: 'GET', path: script, cookie: '', coding: 'gzip' });
  if (zipped.status !== 200 || zipped.coding !== 'gzip') {
    throw new Error(`${script} answered ${zipped.status}, as ${zipped.coding}`);
  }
  return texts;
}

function member({ text }: Answer, name: string): string {
  const body: unknown = JSON.parse(text);
  const value: unknown = Object.getOwnPropertyDescriptor(Object(body), name)?.value;
  if (typeof value !== 'string') throw new Error(`The answer has no ${name}: ${text}`);
  return value;
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly cookie: string;
  readonly body?: object | undefined;
  readonly coding?: string;
}

/** Sends a request as a script of the web app does. */
function call({ ca, port }: Place, { method, path, cookie, body, coding }: Call): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    host: `localhost:${port}`,
    'sec-fetch-site': 'same-origin',
    ...(cookie !== '' && { cookie }),
    ...(coding !== undefined && { 'accept-encoding': coding }),
    ...(payload !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(payload)),
    }),
  };
  const where = { host: '127.0.0.1', servername: 'localhost', port, path, method, headers, ca };
  const request = httpsRequest(where, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', reject);
    response.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const set = response.headers['set-cookie']?.map((line) => line.split(';', 1)[0]);
      resolve({
        status: response.statusCode ?? 0,
        text: bytes.toString('utf8'),
        head: response.rawHeaders.join('\n'),
        bytes: bytes.length,
        coding: response.headers['content-encoding'],
        cookie: set?.find((each) => each?.startsWith('__Host-sid=')),
      });
    });
  });
  request.on('error', reject);
  request.end(payload);
  return promise;
}
