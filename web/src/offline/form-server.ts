// The requests of the sender to the server.

import type { Fault } from '#web/api/answer-fault.ts';
import { ApiError, call, get, withQuery } from '#web/api/client.ts';
import { FORMS } from '#web/api/forms.ts';
import type { Session } from '#web/api/session.ts';
import { shownLanguage } from '#web/texts/i18n.ts';
import type { StoredFile, Trouble } from './draft.ts';
import type { ServerForm } from './drafts.ts';
import { isRecord } from './merge.ts';
import { type FormServer, Refusal } from './send.ts';
import type { Person } from './store.ts';

/** With this header the server accepts a request only for this person, even if another one has signed in since. */
const headersOf = ({ userId }: Person) => ({ 'formstead-person': userId });

/** Makes the client. `onProgress` gets the share of a file, from 0 to 1, that has been sent. */
export function formServer(
  person: Person,
  onProgress: (fileId: string, share: number) => void,
): FormServer {
  const headers = headersOf(person);
  return {
    create: ({
      formId,
      templateId,
      versionNumber,
      begunOffline,
      handsOver,
      assignmentId: work,
    }) => {
      const offline = begunOffline === true && { begunOffline };
      const form = {
        id: formId,
        versionNumber,
        ...offline,
        ...(!work && { templateId, handsOver }),
      };
      const path = work ? `/app/v1/assignments/${work}/form` : FORMS;
      return refusing(() => call<ServerForm>('POST', path, form, headers));
    },
    save: (formId, { revision, answers, location, begunOffline }) => {
      const offline = begunOffline === true && { begunOffline };
      const change = { revision, answers, location, ...offline };
      return refusing(() => call('PATCH', `${FORMS}/${formId}`, change, headers));
    },
    complete: (formId, revision, msAgo) => {
      const path = `${FORMS}/${formId}/complete?completedMsAgo=${msAgo ?? ''}`;
      return refusing(() => call('POST', path, { revision, locale: shownLanguage() }, headers));
    },
    read: (formId) =>
      refusing(() => call<ServerForm>('GET', `${FORMS}/${formId}`, undefined, headers)),
    upload: (file) =>
      refusing(() => upload(`${FORMS}/${file.formId}/attachments`, file, { headers, onProgress })),
  };
}

/** Returns whether the session of this browser is still this person's. @throws Refusal */
export async function isSignedIn(person: Person): Promise<boolean> {
  try {
    const { account, user } = await refusing(() => get<Session>('/app/v1/session'));
    return account.id === person.accountId && user.id === person.userId;
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) return false;
    throw error;
  }
}

/** Runs a request, and turns its failure into what the sender understands. @throws Refusal */
export async function refusing<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof ApiError) throw refusalOf(error);
    throw error;
  }
}

function refusalOf({ status, code, message, retryAfterMs, members }: ApiError): Refusal {
  return new Refusal(status, {
    code,
    message,
    retryAfterMs,
    faults: faultsIn(members['faults']),
    members: plainIn(members),
    current: currentIn(members['current']),
  });
}

/** Returns the faults of answers that a refusal lists. */
export function faultsIn(value: unknown): readonly Fault[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: unknown) => {
    if (!isRecord(each)) return [];
    const { at, text, rule, limit, message } = each;
    if (typeof at !== 'string' || typeof text !== 'string') return [];
    return [
      { at, text, ...(typeof rule === 'string' && { rule, limit: limitIn(limit), message }) },
    ];
  });
}

/** Without what is large or nested: a draft keeps it. */
function plainIn(members: ApiError['members']): Trouble['members'] {
  const plain = new Map<string, string | number>();
  for (const [name, value] of Object.entries(members)) {
    if (name === 'detail') continue;
    if (typeof value === 'string' || typeof value === 'number') plain.set(name, value);
  }
  return Object.fromEntries(plain);
}

const limitIn = (value: unknown): Fault['limit'] =>
  typeof value === 'string' || typeof value === 'number' ? value : undefined;

function currentIn(value: unknown): Refusal['current'] {
  if (!isRecord(value)) return undefined;
  const { revision, answers, updatedBy } = value;
  if (typeof revision !== 'number' || !isRecord(answers)) return undefined;
  const by = isRecord(updatedBy) ? updatedBy['name'] : undefined;
  return { revision, answers, by: typeof by === 'string' ? by : undefined };
}

/** Uses XMLHttpRequest because `fetch` does not report the progress of an upload. */
export function upload(
  path: string,
  { id, field, name, type, bytes }: StoredFile,
  {
    headers,
    onProgress,
  }: {
    readonly headers: Readonly<Record<string, string>>;
    readonly onProgress: (fileId: string, share: number) => void;
  },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', withQuery(path, { id, field, fileName: name }));
    request.setRequestHeader('content-type', type);
    request.setRequestHeader('accept', 'application/json');
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(id, loaded / total);
    request.onerror = () => reject(new ApiError(0, { code: 'offline' }));
    request.onabort = request.onerror;
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else {
        const retryAfter = request.getResponseHeader('retry-after');
        reject(ApiError.of(request.status, request.responseText, retryAfter));
      }
    };
    request.send(bytes);
  });
}
