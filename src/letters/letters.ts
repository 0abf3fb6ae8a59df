import { dateFormat } from '#kernel/date-format.ts';
import { type Locale, REGIONS } from '#kernel/locale.ts';
import { plainWords } from '#kernel/plain-words.ts';
import type { Letter } from '#mail/mailer.ts';

/** The facts about a recipient that every letter uses. */
export interface Recipient {
  readonly email: string;
  readonly userName: string;
  /** The display name. */
  readonly name: string;
  readonly language: Locale;
  /** Name of the organisation. */
  readonly accountName: string;
  readonly accountCode: string;
  /** IANA time zone of the organisation. */
  readonly timeZone: string;
  /** Where the reader ends letters of this kind; undefined for letters that always go out. */
  readonly unsubscribeUrl?: string;
}

const ENDS = {
  en: (account: string) => `This message was sent by Formstead for ${account}.`,
  de: (account: string) => `Diese Nachricht hat Formstead für ${account} gesendet.`,
} as const;

const UNSUBSCRIBE = {
  en: 'Stop emails of this kind:',
  de: 'E-Mails dieser Art beenden:',
} as const;

const GREETINGS = {
  en: (name: string) => `Hello ${name},`,
  de: (name: string) => `Guten Tag, ${name},`,
} as const;

/** Writes a day in the language and the time zone of a person, with the time of day if `timeStyle` is given. */
export const longDay = (
  at: number,
  { language, timeZone }: Recipient,
  style: Pick<Intl.DateTimeFormatOptions, 'timeStyle'> = {},
): string => dateFormat(REGIONS[language], { dateStyle: 'long', ...style, timeZone }).format(at);

export function letterTo(
  { email, name, language, accountName, unsubscribeUrl: unsubscribe }: Recipient,
  subject: string,
  paragraphs: readonly string[],
  /** The words of a button, if a paragraph has a URL on a line of its own. */
  action?: string,
): Letter {
  const greeting = GREETINGS[language](plainWords(name));
  const ways = unsubscribe === undefined ? [] : [`${UNSUBSCRIBE[language]} ${unsubscribe}`];
  const end = ['-- ', ENDS[language](plainWords(accountName)), ...ways].join('\n');
  const text = [greeting, ...paragraphs, end].join('\n\n');
  return {
    ...{ to: email, subject, text, language },
    ...(action !== undefined && { action }),
    ...(unsubscribe !== undefined && { unsubscribe }),
  };
}

/** Writes the letter that a form was assigned to a person, or to a group they belong to. */
export function assignmentLetter(
  to: Recipient,
  form: {
    readonly name: string;
    readonly url: string;
    /** Name of the user who assigned it; undefined if it is no longer known. */
    readonly by: string | undefined;
    /** Undefined if the form is assigned to the person. */
    readonly groupName: string | undefined;
  },
): Letter {
  const name = plainWords(form.name);
  const by = plainWords(form.by ?? '');
  const group = form.groupName === undefined ? undefined : plainWords(form.groupName);
  if (to.language === 'de') {
    const assignee = group === undefined ? 'Ihnen' : `Ihrer Gruppe „${group}“`;
    return letterTo(
      to,
      `Formular für Sie: ${name}`,
      [
        by === ''
          ? `${assignee} wurde das Formular „${name}“ zugewiesen.`
          : `${by} hat ${assignee} das Formular „${name}“ zugewiesen.`,
        `Hier öffnen Sie es:\n${form.url}`,
      ],
      'Formular öffnen',
    );
  }
  const assignee = group === undefined ? 'you' : `your group “${group}”`;
  return letterTo(
    to,
    `A form for you: ${name}`,
    [
      by === ''
        ? `The form “${name}” was assigned to ${assignee}.`
        : `${by} assigned the form “${name}” to ${assignee}.`,
      `Open it here:\n${form.url}`,
    ],
    'Open form',
  );
}

/** Writes the letter about several forms that had no letter of their own. */
export function digestLetter(
  to: Recipient,
  forms: {
    /** The first of them. */
    readonly names: readonly string[];
    readonly count: number;
    readonly url: string;
  },
): Letter {
  const { count, url } = forms;
  const isGerman = to.language === 'de';
  const more = count - forms.names.length;
  const rest = more === 0 ? [] : [isGerman ? `… und ${more} weitere` : `… and ${more} more`];
  const list = [...forms.names.map((name) => `- ${plainWords(name)}`), ...rest].join('\n');
  if (isGerman) {
    const subject = count === 1 ? 'Ein Formular für Sie' : `${count} Formulare für Sie`;
    const text = `Ihnen oder einer Ihrer Gruppen wurde in der letzten Zeit zugewiesen:\n${list}`;
    const link = `Hier finden Sie Ihre Formulare:\n${url}`;
    return letterTo(to, subject, [text, link], 'Formulare anzeigen');
  }
  const subject = count === 1 ? 'A form for you' : `${count} forms for you`;
  const text = `Assigned to you, or to a group of yours, lately:\n${list}`;
  return letterTo(to, subject, [text, `Find your forms here:\n${url}`], 'View forms');
}

/** Writes the letter with a one-time link: an invitation or a password reset. */
export function linkLetter(
  to: Recipient,
  link: {
    readonly url: string;
    readonly kind: 'invitation' | 'reset';
    /** The URL of the sign-in page for later. */
    readonly signInUrl: string;
  },
): Letter {
  const { url, kind, signInUrl } = link;
  const account = plainWords(to.accountName);
  // The user name stays as it is, because the person has to type it.
  const userName = to.userName.replaceAll(/\p{Cc}+/gu, ' ');
  const isInvitation = kind === 'invitation';
  if (to.language === 'de') {
    return letterTo(
      to,
      isInvitation ? `Einladung zu ${account}` : `Neues Passwort für ${account}`,
      [
        isInvitation
          ? `Sie können jetzt die Formulare von ${account} benutzen. Wählen Sie hier Ihr Passwort:\n${url}`
          : `Hier wählen Sie ein neues Passwort:\n${url}`,
        `Ihr Benutzername: ${userName}\nDamit melden Sie sich danach hier an: ${signInUrl}`,
        'Der Link gilt 24 Stunden und nur einmal. Geben Sie ihn niemandem weiter.',
      ],
      'Passwort festlegen',
    );
  }
  return letterTo(
    to,
    isInvitation ? `Invitation to ${account}` : `New password for ${account}`,
    [
      isInvitation
        ? `You can now use the forms of ${account}. Choose your password here:\n${url}`
        : `Choose a new password here:\n${url}`,
      `Your user name: ${userName}\nAfterwards, sign in with it here: ${signInUrl}`,
      'The link works once, within 24 hours. Pass it on to nobody.',
    ],
    'Choose password',
  );
}

/** Writes the letter that tests whether mail arrives. */
export function testLetter(to: Recipient): Letter {
  return to.language === 'de'
    ? letterTo(to, 'Mail von Formstead kommt an', ['Das war nur ein Test: Mail kommt an.'])
    : letterTo(to, 'Mail from Formstead arrives', ['This was only a test: mail arrives.']);
}
