import { call } from './client.ts';

/** Ends mails of the kind of one that somebody got, as a mail program does (RFC 8058). */
export const endMailsOfKind = (key: string): Promise<null> =>
  call(
    'POST',
    `/unsubscribe?key=${encodeURIComponent(key)}`,
    new Blob(['List-Unsubscribe=One-Click'], { type: 'application/x-www-form-urlencoded' }),
  );
