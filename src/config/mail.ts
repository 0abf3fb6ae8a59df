import { type Secret, secret } from './secret.ts';
import { type Parsed, setting } from './setting.ts';
import type { Source } from './source.ts';

export interface MailSettings {
  /** `smtp://` or `smtps://`, with user name and password if the server requires them. */
  readonly url: Secret<string>;
  /** The sender, as in a From header. */
  readonly from: string;
}

const URL_EXAMPLE = 'smtps://user:password@mail.example.com:465';

function parseUrl(text: string): Parsed<Secret<string>> {
  const url = URL.parse(text);
  const fix = 'Set the address of a mail server, such as smtps://user:password@host:465.';
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
    return { problem: 'It is not the address of a mail server.', fix };
  }
  if (url.search !== '' || url.hash !== '' || !/^\/?$/.test(url.pathname)) {
    return { problem: 'It contains more than an address.', fix };
  }
  return { value: secret(text) };
}

function parseFrom(text: string): Parsed<string> {
  const isOne = /^(?:[^<>@\p{Cc}"]{1,100} <)?[^\s<>@",;]+@[^\s<>@",;]+>?$/u.test(text);
  if (isOne && text.includes('<') === text.endsWith('>')) return { value: text };
  return {
    problem: 'It is not a single email address.',
    fix: 'Set an address, or a name and an address, such as Formstead <forms@example.com>.',
  };
}

const smtpUrl = setting<Secret<string> | undefined>(
  {
    name: 'FORMSTEAD_SMTP_URL',
    default: 'unset: no mail is sent',
    secret: true,
    description:
      'The mail server for mails to users, such as notices of assigned forms and one-time links. smtps:// uses TLS from the start. smtp:// requires STARTTLS, except for a mail server on the same machine.',
    example: URL_EXAMPLE,
  },
  parseUrl,
  undefined,
);

const mailFrom = setting<string | undefined>(
  {
    name: 'FORMSTEAD_MAIL_FROM',
    default: 'unset; needed with FORMSTEAD_SMTP_URL',
    secret: false,
    description: 'The sender of mails.',
    example: 'Formstead <forms@example.com>',
  },
  parseFrom,
  undefined,
);

export const MAIL_REFERENCE = [smtpUrl.reference, mailFrom.reference];

/** Returns undefined if no mail server is set. */
export function readMail(source: Source): MailSettings | undefined {
  const [url, from] = [smtpUrl.read(source), mailFrom.read(source)];
  if (url !== undefined && !source.isGiven(mailFrom.reference)) {
    const { name } = mailFrom.reference;
    const problem = `It is not set, and ${smtpUrl.reference.name} needs it.`;
    source.complain({ name, problem, fix: 'Set it to the sender address of mails.' });
  }
  return url && from !== undefined ? { url, from } : undefined;
}
