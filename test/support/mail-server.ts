// A mail server on this machine, over TLS, that keeps the mail it accepts.
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { SMTPServer } from 'smtp-server';
import { makePair } from './certificates.ts';

export interface TakenMail {
  readonly to: readonly string[];
  /** Header lines, unfolded, in lower case before the colon. */
  readonly headers: string;
  /** The decoded body. */
  readonly text: string;
  /** As it came. */
  readonly raw: string;
}

export interface MailServer {
  /** The settings that use this server. */
  readonly env: { readonly FORMSTEAD_SMTP_URL: string; readonly FORMSTEAD_MAIL_FROM: string };
  readonly taken: readonly TakenMail[];
  /** Waits until the given number of mails for the address has been accepted. */
  waitFor(address: string, count?: number): Promise<readonly TakenMail[]>;
  /** Answers each letter with this status from now on; 250 accepts it. */
  answer(status: number): void;
  /** Answers each sender (MAIL FROM) with this status from now on; 250 accepts it. */
  answerSender(status: number): void;
  /** Returns the number of refused letters. */
  refused(): number;
  close(): Promise<void>;
}

const PASSWORD = 'a mail password';

export async function startMailServer(): Promise<MailServer> {
  const pair = await makePair(Date.now(), ['localhost', '127.0.0.1']);
  setDefaultCACertificates([...getCACertificates(), pair.ca]);
  const taken: TakenMail[] = [];
  let status = 250;
  let senderStatus = 250;
  let refused = 0;
  const server = new SMTPServer({
    secure: true,
    key: pair.key,
    cert: pair.cert,
    onAuth({ username, password }, _session, done) {
      if (username === 'formstead' && password === PASSWORD) done(null, { user: username });
      else done(new Error('wrong password'));
    },
    onMailFrom(_address, _session, done) {
      if (senderStatus === 250) return done();
      refused += 1;
      done(Object.assign(new Error('5.7.0 not now'), { responseCode: senderStatus }));
    },
    async onData(stream, session, done) {
      let raw = '';
      for await (const chunk of stream.setEncoding('utf8')) raw += chunk;
      if (status === 250) {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        taken.push({ to, raw, ...readPart(raw) });
        done();
        return;
      }
      refused += 1;
      done(Object.assign(new Error('not now'), { responseCode: status }));
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const forWhom = (to: string) => taken.filter((mail) => mail.to.includes(to));
  return {
    env: {
      FORMSTEAD_SMTP_URL: `smtps://formstead:${encodeURIComponent(PASSWORD)}@localhost:${port}`,
      FORMSTEAD_MAIL_FROM: 'Formstead <forms@formstead.example>',
    },
    taken,
    async waitFor(to, count = 1) {
      for (let waited = 0; waited < 15_000 && forWhom(to).length < count; waited += 10) {
        await setTimeout(10);
      }
      if (forWhom(to).length >= count) return forWhom(to);
      throw new Error(`${forWhom(to).length} of ${count} mails came for ${to}`);
    },
    answer(next) {
      status = next;
    },
    answerSender(next) {
      senderStatus = next;
    },
    refused: () => refused,
    async close() {
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
}

/** Reads a mail, or a part of one. */
function readPart(raw: string): Pick<TakenMail, 'headers' | 'text'> {
  const [head = '', ...body] = raw.split('\r\n\r\n');
  const headers = head.replaceAll(/\r\n[ \t]+/g, ' ');
  const content = body.join('\r\n\r\n');
  const encoding = /^content-transfer-encoding: (\S+)/im.exec(headers)?.[1]?.toLowerCase();
  if (encoding === 'base64') return { headers, text: Buffer.from(content, 'base64').toString() };
  if (encoding !== 'quoted-printable') return { headers, text: content };
  const bytes = content
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  return { headers, text: Buffer.from(bytes, 'latin1').toString('utf8') };
}

/** Returns the innermost parts of a mail, in their order; a mail of one part is that part. */
export function partsOf(raw: string): readonly Pick<TakenMail, 'headers' | 'text'>[] {
  const { headers } = readPart(raw);
  const boundary = /^content-type: multipart\/[^\n]*boundary="([^"]+)"/im.exec(headers)?.[1];
  if (boundary === undefined) return [readPart(raw)];
  const [, ...pieces] = raw.split(`--${boundary}`);
  return pieces.slice(0, -1).flatMap((piece) => partsOf(piece.trimStart()));
}
