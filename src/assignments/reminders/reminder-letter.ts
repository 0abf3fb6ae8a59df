import { plainWords } from '#kernel/plain-words.ts';
import { letterTo, longDay, type Recipient } from '#letters/index.ts';
import type { Letter } from '#mail/mailer.ts';
import type { RemindedWork } from './reminders.store.ts';

/** How many pieces of work a letter names. The rest is a number. */
const MOST_NAMES = 20;

/** Writes the letter that reminds somebody of work, the most urgent first. */
export function reminderLetter(
  to: Recipient,
  {
    work,
    url,
    group,
  }: {
    readonly work: readonly RemindedWork[];
    readonly url: string;
    /** The name of the group that has the work; undefined: the person has it. */
    readonly group: string | undefined;
  },
): Letter {
  const isGerman = to.language === 'de';
  const dueOf = (dueAt: number | undefined) => {
    if (dueAt === undefined) return '';
    const day = longDay(dueAt, to, { timeStyle: 'short' });
    return isGerman ? ` – fällig: ${day}` : ` – due ${day}`;
  };
  const more = work.length - MOST_NAMES;
  const list = [
    ...work.slice(0, MOST_NAMES).map(({ name, dueAt }) => `- ${plainWords(name)}${dueOf(dueAt)}`),
    ...(more <= 0 ? [] : [isGerman ? `… und ${more} weitere` : `… and ${more} more`]),
  ].join('\n');
  const count = work.length.toLocaleString(to.language);
  const team = group === undefined ? undefined : plainWords(group);
  if (isGerman) {
    const subject =
      work.length === 1 ? 'Erinnerung: eine Aufgabe' : `Erinnerung: ${count} Aufgaben`;
    const whose =
      team === undefined ? 'Auf Sie wartet noch' : `Auf Ihre Gruppe „${team}“ wartet noch`;
    const texts = [`${whose}:\n${list}`, `Hier finden Sie Ihre Aufgaben:\n${url}`];
    return letterTo(to, subject, texts, 'Aufgaben anzeigen');
  }
  const subject =
    work.length === 1 ? 'Reminder: work for you' : `Reminder: ${count} pieces of work`;
  const whose = team === undefined ? 'Waiting for you' : `Waiting for your group “${team}”`;
  const texts = [`${whose}:\n${list}`, `Find your work here:\n${url}`];
  return letterTo(to, subject, texts, 'View work');
}
