import { plainWords } from '#kernel/plain-words.ts';
import { letterTo, longDay, type Recipient } from '#letters/index.ts';
import type { Letter } from '#mail/mailer.ts';
import type { Alert } from './alert.ts';

interface LetterContext {
  /** Address of the screen where the problem can be fixed. */
  readonly url: string;
  readonly now: number;
}

/** Returns the mail that tells an admin what is wrong, since when, and where to fix it. */
export function alertLetter(to: Recipient, alert: Alert, { url, now }: LetterContext): Letter {
  const name = plainWords(alert.name ?? '');
  const day = longDay(alert.at, to, { timeStyle: 'short' });
  const words = { name, day: `${day} (${to.timeZone})`, reason: alert.reason ?? '' };
  const texts = TEXTS[to.language][alert.kind];
  const isOver = alert.at <= now;
  const [subject, text] = texts(words, isOver);
  return to.language === 'de'
    ? letterTo(to, subject, [text, `Hier beheben Sie es:\n${url}`], 'Problem beheben')
    : letterTo(to, subject, [text, `Fix it here:\n${url}`], 'Fix problem');
}

interface Words {
  readonly name: string;
  /** When it began or ends, in the reader's format. */
  readonly day: string;
  readonly reason: string;
}

type Text = (words: Words, isOver: boolean) => readonly [subject: string, text: string];

const TEXTS: Readonly<Record<Recipient['language'], Readonly<Record<Alert['kind'], Text>>>> = {
  en: {
    'mail-fails': ({ day, reason }) => [
      'Mail cannot be sent',
      `Formstead has not been able to send emails since ${day}. The mail server answered: ${reason}.`,
    ],
    'provisioning-fails': ({ day, reason }) => [
      'Provisioning fails',
      `Since ${day} every request of your identity provider has failed. The last one was answered with status ${reason}. Changes of users and groups do not reach Formstead.`,
    ],
    'roles-lost': ({ name, day, reason }) => [
      `People lost a role: the group ${name} was deleted`,
      `The group “${name}”, which gave a role, was deleted on ${day}. People who lost a role: ${reason}. When a group with this name comes back, you can give it the mapping again.`,
    ],
    'webhook-off': ({ name, day }) => [
      `A webhook was turned off: ${name}`,
      `Formstead turned off the webhook “${name}” on ${day}, because its receiver took no messages. What happens to forms is not sent there until you turn it on again.`,
    ],
    'files-damaged': ({ day, reason }) => [
      'Stored files are damaged',
      `Since ${day}, stored files of forms are missing or their bytes have changed (${reason} so far). They cannot be opened. The people who run the service should check the disk and put the files back from a backup. System status, under Organisation, lists the forms.`,
    ],
    'files-fill-up': ({ reason }) => [
      `The files of your organisation take ${reason} of their limit`,
      `The files of your organisation take ${reason} of their limit. Above the limit, new files and exports are rejected. Forms can still be saved and completed. Delete exports that you no longer need, or ask the operator for a higher limit.`,
    ],
    'forms-fill-up': ({ reason }) => [
      `Your organisation has ${reason} of the forms it may have`,
      `Your organisation has ${reason} of its limit of forms. Above the limit, new forms are rejected. Existing forms can still be filled in and completed. Delete forms that you no longer need, or ask the operator for a higher limit.`,
    ],
    'answers-fill-up': ({ reason }) => [
      `The answers of your organisation take ${reason} of their limit`,
      `The answers of your organisation take ${reason} of their limit. Above the limit, new forms and longer answers are rejected. Forms can still be read, completed and deleted. Delete forms that you no longer need, which frees space after 30 days, or ask the operator for a higher limit.`,
    ],
    'certificate-ends': ({ day }, isOver) => [
      isOver ? 'The certificate has ended' : 'The certificate ends soon',
      `The certificate of this service ${isOver ? 'ended' : 'ends'} on ${day}. Without a new one, browsers and programs refuse to connect. The people who run the service can replace its files; a running service takes them up.`,
    ],
    'sign-in-certificate-ends': ({ name, day }, isOver) => [
      `A certificate for signing in ${isOver ? 'has expired' : 'expires soon'}: ${name}`,
      `The certificate of the identity provider “${name}” ${isOver ? 'expired' : 'expires'} on ${day}. Create a new certificate there and add its metadata to the connection. People can sign in as long as the identity provider uses the current one.`,
    ],
    'credential-ends': ({ name, day }, isOver) => [
      `A credential ${isOver ? 'has ended' : 'ends soon'}: ${name}`,
      `The credential “${name}” ${isOver ? 'ended' : 'ends'} on ${day}. Programs that use it are refused from then on. Make a new secret with an overlap and give it to them.`,
    ],
  },
  de: {
    'mail-fails': ({ day, reason }) => [
      'E-Mails lassen sich nicht senden',
      `Formstead kann seit ${day} keine E-Mails senden. Der Mailserver antwortete: ${reason}.`,
    ],
    'provisioning-fails': ({ day, reason }) => [
      'Das Provisioning schlägt fehl',
      `Seit ${day} ist jede Anfrage Ihres Identity Providers fehlgeschlagen. Die letzte erhielt den Status ${reason}. Änderungen an Personen und Gruppen kommen bei Formstead nicht an.`,
    ],
    'roles-lost': ({ name, day, reason }) => [
      `Rollen entzogen: Die Gruppe ${name} wurde gelöscht`,
      `Die Gruppe „${name}“, die eine Rolle vergab, wurde gelöscht (${day}). Personen, die eine Rolle verloren haben: ${reason}. Kommt eine Gruppe mit diesem Namen zurück, können Sie ihr die Zuordnung wieder geben.`,
    ],
    'webhook-off': ({ name, day }) => [
      `Ein Webhook wurde ausgeschaltet: ${name}`,
      `Formstead hat den Webhook „${name}“ ausgeschaltet (${day}), weil der Empfänger keine Nachrichten angenommen hat. Bis Sie ihn wieder einschalten, wird nichts dorthin gesendet.`,
    ],
    'files-damaged': ({ day, reason }) => [
      'Gespeicherte Dateien sind beschädigt',
      `Seit ${day} fehlen gespeicherte Dateien von Formularen oder sind verändert (bisher ${reason}). Sie lassen sich nicht öffnen. Der Betreiber des Dienstes sollte den Datenträger prüfen und die Dateien aus einer Sicherung zurückholen. Die Formulare nennt der Systemstatus unter „Organisation“.`,
    ],
    'files-fill-up': ({ reason }) => [
      `Die Dateien Ihrer Organisation haben ${reason} ihrer Grenze erreicht`,
      `Die Dateien Ihrer Organisation belegen ${reason} des Speichers, den sie belegen dürfen. Ist er voll, werden neue Dateien und Exporte abgelehnt; Formulare lassen sich weiter speichern und abschließen. Löschen Sie Exporte, die niemand mehr braucht, oder bitten Sie den Betreiber um eine höhere Grenze.`,
    ],
    'forms-fill-up': ({ reason }) => [
      `Ihre Organisation hat ${reason} der erlaubten Formulare`,
      `Ihre Organisation hat ${reason} der Formulare, die sie haben darf. Ist die Grenze erreicht, werden neue Formulare abgelehnt; vorhandene lassen sich weiter ausfüllen und abschließen. Löschen Sie Formulare, die niemand mehr braucht, oder bitten Sie den Betreiber um eine höhere Grenze.`,
    ],
    'answers-fill-up': ({ reason }) => [
      `Die Antworten Ihrer Organisation haben ${reason} ihrer Grenze erreicht`,
      `Die Antworten Ihrer Organisation belegen ${reason} des Speichers, den sie belegen dürfen. Ist er voll, werden neue Formulare und längere Antworten abgelehnt; Formulare lassen sich weiter lesen, abschließen und löschen. Löschen Sie Formulare, die niemand mehr braucht (das schafft nach 30 Tagen Platz), oder bitten Sie den Betreiber um eine höhere Grenze.`,
    ],
    'certificate-ends': ({ day }, isOver) => [
      isOver ? 'Das Zertifikat ist abgelaufen' : 'Das Zertifikat läuft bald ab',
      `Das Zertifikat dieses Dienstes ${isOver ? 'ist abgelaufen' : 'läuft ab'}: ${day}. Ohne ein neues lehnen Browser und Programme die Verbindung ab. Wer den Dienst betreibt, kann die Dateien ersetzen; ein laufender Dienst übernimmt sie.`,
    ],
    'sign-in-certificate-ends': ({ name, day }, isOver) => [
      `Ein Zertifikat für die Anmeldung ${isOver ? 'ist abgelaufen' : 'läuft bald ab'}: ${name}`,
      `Das Zertifikat des Identity Providers „${name}“ ${isOver ? 'ist abgelaufen' : 'läuft ab'}: ${day}. Erstellen Sie dort ein neues Zertifikat und fügen Sie seine Metadaten der Verbindung hinzu. Die Anmeldung funktioniert, solange der Identity Provider das bisherige verwendet.`,
    ],
    'credential-ends': ({ name, day }, isOver) => [
      `Ein API-Zugang ${isOver ? 'ist abgelaufen' : 'läuft bald ab'}: ${name}`,
      `Der API-Zugang „${name}“ ${isOver ? 'ist abgelaufen' : 'läuft ab'}: ${day}. Programme, die ihn benutzen, werden dann abgewiesen. Machen Sie ein neues Secret mit Überlappung und tragen Sie es dort ein.`,
    ],
  },
};
