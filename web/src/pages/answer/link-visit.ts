// The requests of somebody who has a public link. The session lives in this document only; what has been typed stays in the
// browser until it is sent.
import type { LinkForm, LinkReceipt, LinkSession } from '#forms/app-types.ts';
import { ApiError, call } from '../../api/client.ts';
import { shownLanguage } from '../../i18n.ts';

export interface Visit {
  readonly opened: LinkSession;
  readonly form: LinkForm;
  /** Opens the link again when its session has ended, then repeats the work. */
  authorised<T>(work: (headers: Readonly<Record<string, string>>) => Promise<T>): Promise<T>;
}

const LINK = '/link/v1';
export const FILES = `${LINK}/files`;

/** What this browser keeps of a link, under a hash of its token. */
export interface KeptVisit {
  /** Opens the same form again. */
  readonly draft: string;
  readonly receipt?: LinkReceipt;
}

/** Returns the key under which this browser keeps what belongs to a link. */
export async function keyOf(token: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  const text = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `formstead/link/${text}`;
}

export function readKept(key: string): KeptVisit | undefined {
  const text = localStorage.getItem(key);
  return text === null ? undefined : JSON.parse(text);
}

export const keep = (key: string, visit: KeptVisit): void =>
  localStorage.setItem(key, JSON.stringify(visit));

export const forget = (key: string): void => localStorage.removeItem(key);

/** Opens a link and reads its form. @throws ApiError */
export async function openVisit(
  key: string,
  token: string,
  code: string | undefined,
): Promise<Visit | LinkReceipt> {
  const open = async () => {
    const draft = readKept(key)?.draft;
    const body = { token, ...(code !== undefined && { code }), ...(draft && { draft }) };
    const session = await call<LinkSession>('POST', `${LINK}/session`, body);
    keep(key, { ...readKept(key), draft: session.draft });
    return session;
  };
  let opened = await open();
  if (opened.receipt !== undefined) return { receipt: opened.receipt };
  const headersOf = () => ({ authorization: `Bearer ${opened.session}` });
  const form = await call<LinkForm>('GET', `${LINK}/form`, undefined, headersOf());
  return {
    opened,
    form,
    async authorised(work) {
      try {
        return await work(headersOf());
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 401) throw error;
        opened = await open();
        return await work(headersOf());
      }
    },
  };
}

/** Sends the answers, with a solved puzzle where the link wants one. @throws ApiError */
export const sendAnswers = ({ form, authorised }: Visit, answers: object): Promise<LinkReceipt> =>
  authorised(async (headers) => {
    const proof = form.needsProof ? await proofBy(headers) : undefined;
    const body = { answers, locale: shownLanguage(), ...(proof && { proof }) };
    return await call<LinkReceipt>('POST', `${LINK}/answers`, body, headers);
  });

async function proofBy(headers: Readonly<Record<string, string>>) {
  const { puzzle, bits } = await call<{ readonly puzzle: string; readonly bits: number }>(
    'POST',
    `${LINK}/puzzle`,
    undefined,
    headers,
  );
  const worker = new Worker(new URL('./solve-puzzle.ts', import.meta.url), { type: 'module' });
  try {
    const solution = await new Promise<number>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<number>) => resolve(data);
      worker.onerror = () => reject(new ApiError(0, { code: 'offline' }));
      worker.postMessage({ puzzle, bits });
    });
    return { puzzle, solution };
  } finally {
    worker.terminate();
  }
}
