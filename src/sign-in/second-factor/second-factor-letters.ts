import { letterTo, type Recipient } from '#letters/index.ts';
import type { Letter } from '#mail/mailer.ts';

/** A change to a user's second factor, or an event about it, that is mailed. */
export type SecondFactorEvent =
  | {
      readonly kind:
        | 'set-up'
        | 'removed'
        | 'reset'
        | 'codes-renewed'
        | 'wrong-codes'
        | 'passkey-added';
    }
  | { readonly kind: 'code-used'; readonly left: number };

const SUBJECTS = {
  en: {
    'set-up': 'Authenticator app set up',
    removed: 'Authenticator app removed',
    reset: 'Your second factor was removed',
    'codes-renewed': 'New recovery codes',
    'code-used': 'A recovery code was used',
    'wrong-codes': 'Wrong codes after your password',
    'passkey-added': 'Passkey added',
  },
  de: {
    'set-up': 'Authenticator-App eingerichtet',
    removed: 'Authenticator-App entfernt',
    reset: 'Ihr zweiter Faktor wurde entfernt',
    'codes-renewed': 'Neue Wiederherstellungscodes',
    'code-used': 'Ein Wiederherstellungscode wurde benutzt',
    'wrong-codes': 'Falsche Codes nach Ihrem Passwort',
    'passkey-added': 'Passkey hinzugefügt',
  },
} as const;

const TEXTS = {
  en: {
    'set-up':
      'An authenticator app was set up for your user. Signing in with your password now asks for a code of that app.',
    removed:
      'The authenticator app of your user was removed. Signing in with your password no longer asks for a code.',
    reset:
      'An administrator removed the authenticator app of your user and its recovery codes. You are signed out everywhere.',
    'codes-renewed':
      'New recovery codes were made for your user. The recovery codes of before no longer work.',
    'code-used':
      'Somebody signed in as you, or confirmed that it is you, with a recovery code. That code no longer works.',
    'wrong-codes':
      'Somebody entered your password, and then several wrong codes of your authenticator app. They were not signed in, but they know your password.',
    'passkey-added':
      'A passkey was added for your user. It signs in without your password and without a code.',
  },
  de: {
    'set-up':
      'Für Ihren Benutzer wurde eine Authenticator-App eingerichtet. Die Anmeldung mit Passwort fragt jetzt nach einem Code dieser App.',
    removed:
      'Die Authenticator-App Ihres Benutzers wurde entfernt. Die Anmeldung mit Passwort fragt nicht mehr nach einem Code.',
    reset:
      'Ein Administrator hat die Authenticator-App Ihres Benutzers und deren Wiederherstellungscodes entfernt. Sie sind überall abgemeldet.',
    'codes-renewed':
      'Für Ihren Benutzer wurden neue Wiederherstellungscodes erzeugt. Die bisherigen gelten nicht mehr.',
    'code-used':
      'Jemand hat sich mit einem Wiederherstellungscode als Sie angemeldet oder damit bestätigt, Sie zu sein. Dieser Code gilt nicht mehr.',
    'wrong-codes':
      'Jemand hat Ihr Passwort eingegeben und danach mehrere falsche Codes Ihrer Authenticator-App. Die Anmeldung gelang nicht, aber Ihr Passwort ist bekannt.',
    'passkey-added':
      'Für Ihren Benutzer wurde ein Passkey hinzugefügt. Mit ihm meldet man sich ohne Passwort und ohne Code an.',
  },
} as const;

const LEFT = {
  en: (left: number) =>
    left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`,
  de: (left: number) =>
    left === 1
      ? 'Ein Wiederherstellungscode ist übrig.'
      : `${left} Wiederherstellungscodes sind übrig.`,
} as const;

const IF_NOT_YOU = {
  en: 'If this was not you, change your password and tell your administrator at once.',
  de: 'Waren Sie das nicht, ändern Sie Ihr Passwort und sagen Sie sofort Ihrem Administrator Bescheid.',
} as const;

/** Returns the mail that tells a user what happened to their second factor. */
export function secondFactorLetter(to: Recipient, event: SecondFactorEvent): Letter {
  const { language, userName } = to;
  const name = userName.replaceAll(/\p{Cc}+/gu, ' ');
  return letterTo(to, SUBJECTS[language][event.kind], [
    TEXTS[language][event.kind],
    ...(event.kind === 'code-used' ? [LEFT[language](event.left)] : []),
    language === 'de' ? `Ihr Benutzername: ${name}` : `Your user name: ${name}`,
    IF_NOT_YOU[language],
  ]);
}
