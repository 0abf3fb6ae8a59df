import { plainWords } from '#kernel/plain-words.ts';
import { letterTo, type Recipient } from '#letters/index.ts';
import type { Letter } from '#mail/mailer.ts';
import type { Trigger } from './rule.ts';

const HAPPENED: Readonly<Record<Recipient['language'], Readonly<Record<Trigger, string>>>> = {
  en: {
    begun: 'was begun',
    late: 'is late',
    completed: 'was completed',
    'by-link': 'was submitted by a public link',
    approved: 'was approved',
    'sent-back': 'was sent back',
    rejected: 'was rejected',
    value: 'has a new answer',
    schedule: 'is one that you asked to hear of',
  },
  de: {
    begun: 'wurde begonnen',
    late: 'ist überfällig',
    completed: 'wurde abgeschlossen',
    'by-link': 'wurde über einen öffentlichen Link gesendet',
    approved: 'wurde genehmigt',
    'sent-back': 'wurde zurückgegeben',
    rejected: 'wurde abgelehnt',
    value: 'hat eine neue Antwort',
    schedule: 'gehört zu denen, an die eine Regel erinnert',
  },
};

const PDF = {
  en: 'The PDF is attached. If it is missing, it is too large for a mail: open the form and download it there.',
  de: 'Das PDF ist angehängt. Fehlt es, ist es zu groß für eine E-Mail: Öffnen Sie das Formular und laden Sie es dort herunter.',
} as const;
const PDF_ALONE = {
  en: 'The PDF is attached, unless it is too large for a mail.',
  de: 'Das PDF ist angehängt, wenn es nicht zu groß für eine E-Mail ist.',
} as const;

interface Said {
  readonly trigger: Trigger;
  readonly lines: readonly string[];
  readonly hasPdf: boolean;
}

/** Writes the letter of a rule to somebody who has an account. */
export function ruleLetter(
  to: Recipient,
  about: Said & { readonly form: string; readonly rule: string; readonly url: string },
): Letter {
  const { language } = to;
  const form = plainWords(about.form);
  const rule = plainWords(about.rule);
  const happened = HAPPENED[language][about.trigger];
  const facts = [
    ...(about.lines.length === 0 ? [] : [about.lines.join('\n')]),
    ...(about.hasPdf ? [PDF[language]] : []),
  ];
  if (language === 'de') {
    return letterTo(
      to,
      `${rule}: ${form}`,
      [
        `Das Formular „${form}“ ${happened}.`,
        ...facts,
        `Hier öffnen Sie es:\n${about.url}`,
        `Sie bekommen diese Nachricht wegen der Regel „${rule}“.`,
      ],
      'Formular öffnen',
    );
  }
  return letterTo(
    to,
    `${rule}: ${form}`,
    [
      `The form “${form}” ${happened}.`,
      ...facts,
      `Open it here:\n${about.url}`,
      `You get this message because of the rule “${rule}”.`,
    ],
    'Open form',
  );
}

/** Writes the letter of a rule to an address in a field. The name of the form may have words of its author, and is left out. */
export function addressLetter(to: Recipient, about: Said & { readonly template: string }): Letter {
  const { language } = to;
  const template = plainWords(about.template);
  const happened = HAPPENED[language][about.trigger];
  const facts = [
    ...(about.lines.length === 0 ? [] : [about.lines.join('\n')]),
    ...(about.hasPdf ? [PDF_ALONE[language]] : []),
  ];
  if (language === 'de') {
    return letterTo(to, template, [
      `Ein Formular „${template}“ ${happened}.`,
      ...facts,
      'Sie bekommen diese Nachricht, weil Ihre Adresse in dem Formular steht.',
    ]);
  }
  return letterTo(to, template, [
    `A form “${template}” ${happened}.`,
    ...facts,
    'You get this message because the form has your address.',
  ]);
}
