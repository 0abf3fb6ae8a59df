// Sends letters to the mail server; no other file speaks SMTP. It requires TLS unless the server is this
// machine. It uses no domain and no storage: letters that must not get lost are queued by their senders.
import type { Transporter } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport/index.js';
import { inChild } from '#kernel/traced-work.ts';

export interface Letter {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
  /** The language of the text, as an HTML page names it. */
  readonly language?: string;
  /** What the link of the letter is for, as the words of a button: the text has its URL on a line of its own. */
  readonly action?: string;
  /** The same as HTML, for mail programs that show it. */
  readonly html?: string;
  /** The https address whose POST ends mails of this kind (RFC 8058); none for mails that nobody can turn off. */
  readonly unsubscribe?: string;
  /** A picture that the HTML shows. */
  readonly picture?: {
    /** The Content-ID, by which the HTML names it. */
    readonly cid: string;
    readonly type: string;
    readonly bytes: Uint8Array;
  };
}

export interface Mailer {
  /**
   * Resolves when the mail server has accepted the letter. `id` becomes the Message-ID, by which mail programs can
   * recognise a letter that is sent twice. @throws MailError
   */
  send(letter: Letter, id: string): Promise<void>;
}

export interface MailerOptions {
  /** `smtp://` or `smtps://`, with user name and password. */
  readonly url: string;
  readonly from: string;
}

/** Says why a letter failed, without secrets or content. */
export class MailError extends Error {
  /** Whether the server will never accept this letter. */
  readonly isFinal: boolean;
  /** The codes of the connection and the server, such as `EAUTH, AUTH PLAIN, 535`; no language has words for them. */
  readonly codes: string;

  constructor(codes: string, isFinal: boolean) {
    super(`the mail server did not accept the mail (${codes})`);
    this.codes = codes;
    this.name = 'MailError';
    this.isFinal = isFinal;
  }
}

const TIMEOUT_MS = 15_000;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const MAX_SUBJECT = 200;

export function createMailer({ url: address, from }: MailerOptions): Mailer {
  const url = new URL(address);
  const secure = url.protocol === 'smtps:';
  const user = decodeURIComponent(url.username);
  const options = {
    host: url.hostname.replaceAll(/[[\]]/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !LOOPBACK.test(url.hostname),
    ...(user !== '' && { auth: { user, pass: decodeURIComponent(url.password) } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // The content of a letter is never read as a file name or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  let transport: Promise<Transporter> | undefined;
  const domain = /@([^\s>]+)>?$/.exec(from)?.[1] ?? 'localhost';
  const spec = {
    name: 'send mail',
    kind: 'client',
    attributes: { 'server.address': options.host },
  } as const;
  const send: Mailer['send'] = async ({ to, subject, text, html, picture, unsubscribe }, id) => {
    transport ??= openTransport(options);
    const connection = await transport;
    try {
      await connection.sendMail({
        from,
        // As an object, the address can't be parsed as several addresses, whatever characters it has.
        to: { name: '', address: to },
        subject: oneLine(subject),
        text,
        ...(html !== undefined && { html }),
        ...(picture && { attachments: [attachmentOf(picture)] }),
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated', ...headersToUnsubscribe(unsubscribe) },
      });
    } catch (error) {
      throw mailErrorOf(error);
    }
  };
  return { send: (letter, id) => inChild(spec, () => send(letter, id)) };
}

const headersToUnsubscribe = (url: string | undefined): Readonly<Record<string, string>> =>
  url === undefined
    ? {}
    : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };

/** Part of the HTML, so that mail programs list no attachment. */
const attachmentOf = ({ cid, type, bytes }: NonNullable<Letter['picture']>) => ({
  cid,
  filename: 'logo.png',
  contentType: type,
  contentDisposition: 'inline' as const,
  content: Buffer.from(bytes),
});

/** Loads nodemailer with the first letter: that takes about 40 ms and 9 MB, and many processes send none. */
async function openTransport(options: SMTPTransport.Options): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport(options);
}

const oneLine = (text: string): string => {
  const line = text.replaceAll(/\p{Cc}+/gu, ' ').trim();
  return line.length > MAX_SUBJECT ? `${line.slice(0, MAX_SUBJECT - 1).toWellFormed()}…` : line;
};

/** Uses the codes only, because the text of a server's answer may repeat what it was sent. */
function mailErrorOf(error: unknown): MailError {
  const codeOf = (name: string): string | number | undefined => {
    const value: unknown =
      error instanceof Error ? Object.getOwnPropertyDescriptor(error, name)?.value : undefined;
    return typeof value === 'string' || typeof value === 'number' ? value : undefined;
  };
  const status = codeOf('responseCode');
  const command = codeOf('command');
  const isFinal =
    typeof status === 'number' && status >= 500 && isAboutLetter(command, codeOf('response'));
  const parts = [codeOf('code'), command, status].filter((part) => part !== undefined);
  return new MailError(parts.join(', ') || 'no code', isFinal);
}

/**
 * Whether a refusal is the fault of one letter, so that others may be taken. A refusal of the sender (MAIL FROM), or for
 * reasons of access, policy or quota (530, RFC 4954 §6; x.7.x and x.4.5, RFC 3463 §3), meets all letters until an admin
 * has changed something: as after a password of the mail server has changed.
 */
function isAboutLetter(command: unknown, response: unknown): boolean {
  if (command !== 'RCPT TO' && command !== 'DATA') return false;
  return !/^(?:530|5\d\d[ -]5\.(?:7\.\d+|4\.5))\b/.test(String(response));
}
