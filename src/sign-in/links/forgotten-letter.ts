import { plainWords } from '#kernel/plain-words.ts';
import { letterTo, type Recipient } from '#letters/index.ts';
import type { Letter } from '#mail/mailer.ts';

/** Returns the mail with a reset link. The recipient forgot the password, or somebody else typed their user name. */
export function forgottenLetter(to: Recipient, url: string): Letter {
  const account = plainWords(to.accountName);
  // Unlike the organisation's name, it keeps its characters, because the person has to type it.
  const userName = to.userName.replaceAll(/\p{Cc}+/gu, ' ');
  if (to.language === 'de') {
    return letterTo(
      to,
      `Neues Passwort für ${account}`,
      [
        `Jemand hat auf der Anmeldeseite von ${account} angegeben, Ihr Passwort vergessen zu haben. Waren Sie das, wählen Sie hier ein neues:\n${url}`,
        `Ihr Benutzername: ${userName}`,
        'Der Link gilt eine Stunde und nur einmal. Geben Sie ihn niemandem weiter.',
        'Waren Sie es nicht, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist. Kommen mehr solche Mails, sagen Sie es einem Admin Ihrer Organisation.',
      ],
      'Passwort festlegen',
    );
  }
  return letterTo(
    to,
    `New password for ${account}`,
    [
      `Somebody told the sign-in page of ${account} that they forgot your password. If that was you, choose a new one here:\n${url}`,
      `Your user name: ${userName}`,
      'The link works once, within one hour. Pass it on to nobody.',
      'If it was not you, there is nothing to do: your password stays as it is. If more of these mails come, tell an admin of your organisation.',
    ],
    'Choose password',
  );
}
