// The requests of somebody who has a public link. The session lives in this document only; what has been typed stays in the
// browser until it is sent.
import type { LinkForm, LinkReceipt, LinkSession } from '#public-links/app-types.ts';
import { ApiError, call } from '#web/api/client.ts';
import { shownLanguage } from '#web/texts/i18n.ts';

export interface Visit {
  readonly opened: LinkSession;
  readonly form: LinkForm;
  /** Whether this browser knew the form before. */
  readonly isAgain: boolean;
  /** Whether the same person goes on with it on this page. */
  readonly isResumed: boolean;
  /** Opens the link again when its session has ended, then repeats the work. */
  authorised<T>(work: (headers: Readonly<Record<string, string>>) => Promise<T>): Promise<T>;
}

const LINK = '/link/v1';
export const FILES = `${LINK}/files`;
export const LIST_ROWS = `${LINK}/list-rows`;

/** What this browser keeps of a link, under a hash of its token. */
interface KeptVisit {
  /** Opens the form again that was begun last; undefined: a new one is begun. */
  readonly draft?: string;
  /** What the last form was answered with. */
  readonly receipt?: LinkReceipt;
  /** Forms that wait to be sent while another one is filled in, each with what opens it again. */
  readonly waiting?: readonly Waiting[];
}

type Waiting = Pick<LinkSession, 'accountId' | 'linkId' | 'formId' | 'draft'>;

/** Returns the key under which this browser keeps what belongs to a link. */
export async function keyOf(token: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  const text = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `formstead/link/${text}`;
}

const NOTHING: KeptVisit = {};

function read(key: string): KeptVisit {
  const text = localStorage.getItem(key);
  return text === null ? NOTHING : JSON.parse(text);
}

/** Changes what is kept; undefined removes. An empty entry goes. */
function change(
  key: string,
  changes: { readonly [K in keyof KeptVisit]: KeptVisit[K] | undefined },
) {
  const text = JSON.stringify({ ...read(key), ...changes });
  if (text === '{}') localStorage.removeItem(key);
  else localStorage.setItem(key, text);
}

/** Receipts of links whose devices keep nothing: they go with the page. */
const receipts = new Map<string, LinkReceipt>();

export const receiptOf = (key: string): LinkReceipt | undefined =>
  receipts.get(key) ?? read(key).receipt;

/** Forgets the form that was begun, and the receipt of the last one. Forms that wait to be sent stay. */
export function forget(key: string): void {
  receipts.delete(key);
  change(key, { draft: undefined, receipt: undefined });
}

export const waitingOf = (key: string): readonly Waiting[] => read(key).waiting ?? [];

export function stopWaiting(key: string, formId: string): void {
  const waiting = waitingOf(key).filter((each) => each.formId !== formId);
  change(key, { waiting: waiting.length === 0 ? undefined : waiting });
}

/** Notes that the form of a visit waits to be sent, whatever is filled in next. */
export function waitFor(key: string, { opened }: Visit): void {
  const { accountId, linkId, formId, draft } = opened;
  stopWaiting(key, formId);
  change(key, { waiting: [...waitingOf(key), { accountId, linkId, formId, draft }] });
}

/** Notes the receipt of a form. One that was sent while another one is filled in belongs to nobody who is here. */
export function noteReceipt(key: string, { opened }: Visit, receipt: LinkReceipt): void {
  stopWaiting(key, opened.formId);
  if (shown.get(key) !== opened.formId) return;
  if (opened.keepOnDevice) change(key, { receipt });
  else receipts.set(key, receipt);
}

/** The form of each link that this page shows. */
const shown = new Map<string, string>();

/**
 * Opens a link for the form that was begun last, or `resumed`, or a new one, and reads it. @throws ApiError
 */
export async function openVisit(
  key: string,
  token: string,
  code: string | undefined,
  resumed?: string,
): Promise<Visit | LinkReceipt> {
  const draft = resumed ?? (read(key).draft || undefined);
  const visit = await openDraft(token, code, draft);
  if ('receipt' in visit) {
    // It was sent before, and this page did not hear of it. What is resumed may be on no device.
    if (resumed === undefined) change(key, { receipt: visit });
    else receipts.set(key, visit);
    return visit;
  }
  const { formId, keepOnDevice } = visit.opened;
  shown.set(key, formId);
  change(key, { draft: keepOnDevice ? visit.opened.draft : undefined });
  const isAgain = draft !== undefined;
  return { ...visit, isAgain, isResumed: resumed !== undefined };
}

/** Opens a link for the form of this draft; undefined: for a new one. @throws ApiError */
export async function openDraft(
  token: string,
  code: string | undefined,
  draft: string | undefined,
): Promise<Visit | LinkReceipt> {
  const open = async (of: string | undefined): Promise<LinkSession> => {
    const body = {
      token,
      ...(code !== undefined && { code }),
      ...(of !== undefined && { draft: of }),
    };
    const session = await call<Partial<LinkSession> & Omit<LinkSession, 'keepOnDevice'>>(
      'POST',
      `${LINK}/session`,
      body,
    );
    // A node of the version before does not say so, and devices kept everything then.
    return { ...session, keepOnDevice: session.keepOnDevice ?? true };
  };
  let opened = await open(draft);
  if (opened.receipt !== undefined) return { receipt: opened.receipt };
  const headersOf = () => ({ authorization: `Bearer ${opened.session}` });
  const { lists = [], ...form } = await call<
    Omit<LinkForm, 'lists'> & Partial<Pick<LinkForm, 'lists'>>
  >('GET', `${LINK}/form`, undefined, headersOf());
  return {
    opened,
    // A node of the version before has no public lists.
    form: { ...form, lists },
    isAgain: draft !== undefined,
    isResumed: false,
    async authorised(work) {
      try {
        return await work(headersOf());
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 401) throw error;
        opened = await open(opened.draft);
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
