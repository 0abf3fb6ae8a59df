import { Type } from 'typebox';
import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { dressLetter, findRecipient, mailIsOff, testLetter } from '#letters/index.ts';
import { MailError } from '#mail/mailer.ts';
import { forgetMailTrouble } from '#mail-queue/index.ts';

const SentMail = Type.Object(
  { sentTo: Type.String({ description: 'The IP address of the client.' }) },
  { title: 'SentMail' },
);

/** POST /app/v1/mail/test: sends a mail to the requesting admin at once, so that the response reports what fails. */
export const sendTestMail = (deps: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/mail/test',
    role: 'admin',
    doc: {
      summary: 'Send a test mail to oneself',
      tag: 'Account',
      responses: {
        200: { description: 'The mail server accepted the mail.', schema: SentMail },
        409: { description: 'No mail server is set up, or the user has no email address.' },
        502: { description: 'The mail server did not accept the mail.' },
      },
    },
    async handle(request) {
      const { db, mailer, ids, audit } = deps;
      if (!mailer) throw mailIsOff();
      const { accountId, userId } = request.principal;
      const to = await findRecipient(deps, db.reader, accountId, userId);
      if (!to)
        throw fail('no-email', 'You have no email address. Enter one on your page under Users.');
      const letter = await dressLetter(deps)(accountId, testLetter(to));
      try {
        await mailer.send(letter, ids.next());
      } catch (cause) {
        const answer = cause instanceof MailError ? cause.codes : 'no code';
        throw fail(
          'mail-refused',
          `The mail server did not accept the mail (${answer}). Check its settings.`,
          {
            cause,
            because: { reason: 'mail-server-answer', answer },
          },
        );
      }
      await db.transaction(async (tx) => {
        await forgetMailTrouble(tx);
        await audit.append(tx, actorOf(request, 'web'), { action: 'mail.test' });
      });
      return { status: 200, body: { sentTo: to.email } };
    },
  });
