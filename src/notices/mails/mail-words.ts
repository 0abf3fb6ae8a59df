import type { Locale } from '#kernel/locale.ts';
import type { NoticeKind } from '#kernel/notice.ts';

/** How a mail says one piece of news, and several of a kind. */
export interface NewsWords {
  readonly subject: (name: string) => string;
  /** @param by the name of whoever did it; undefined: nobody, or somebody who is gone */
  readonly one: (name: string, by: string | undefined) => string;
  readonly many: (count: string) => string;
}

/** What tells kinds with several outcomes apart. */
type Outcome = 'approved' | 'rejected' | 'export-failed' | 'job-failed' | 'delivery-stopped';
type Words = Readonly<Record<NoticeKind | Outcome, NewsWords>>;

const OUTCOMES: ReadonlyMap<string, Outcome> = new Map([
  ['review-decided approved', 'approved'],
  ['review-decided rejected', 'rejected'],
  ['export-ready failed', 'export-failed'],
  ['job-ready failed', 'job-failed'],
  ['delivery-failing stopped', 'delivery-stopped'],
]);

const EN: Words = {
  assigned: {
    subject: (name) => `A form for you: ${name}`,
    one: (name, by) => `${by ?? 'Somebody'} assigned “${name}” to you.`,
    many: (count) => `${count} forms were assigned to you, or to a group of yours:`,
  },
  'due-soon': {
    subject: (name) => `Due within a day: ${name}`,
    one: (name) => `“${name}” is due within a day.`,
    many: (count) => `${count} forms are due within a day:`,
  },
  late: {
    subject: (name) => `Late: ${name}`,
    one: (name) => `“${name}” is late.`,
    many: (count) => `${count} forms are late:`,
  },
  'handed-on': {
    subject: (name) => `Somebody else has it now: ${name}`,
    one: (name, by) =>
      `${by ?? 'Somebody'} gave “${name}” to somebody else. You don’t need to fill it in any more.`,
    many: (count) => `${count} of your forms were given to others:`,
  },
  reminder: {
    subject: (name) => `Reminder: ${name}`,
    one: (name, by) => `${by ?? 'Somebody'} reminds you of “${name}”.`,
    many: (count) => `You are reminded of ${count} pieces of work:`,
  },
  'review-asked': {
    subject: (name) => `Please review: ${name}`,
    one: (name, by) => `${by ?? 'Somebody'} completed “${name}”. Please review it.`,
    many: (count) => `${count} forms wait for your review:`,
  },
  'review-decided': {
    subject: (name) => `Sent back to you: ${name}`,
    one: (name, by) =>
      `${by ?? 'A reviewer'} sent “${name}” back to you. The form says what to correct.`,
    many: (count) => `${count} forms were sent back to you:`,
  },
  approved: {
    subject: (name) => `Approved: ${name}`,
    one: (name, by) => `${by ?? 'A reviewer'} approved “${name}”.`,
    many: (count) => `${count} of your forms were approved:`,
  },
  rejected: {
    subject: (name) => `Rejected: ${name}`,
    one: (name, by) => `${by ?? 'A reviewer'} rejected “${name}”.`,
    many: (count) => `${count} of your forms were rejected:`,
  },
  'came-in': {
    subject: (name) => `A form came in: ${name}`,
    one: (name) => `“${name}” came in.`,
    many: (count) => `${count} forms came in:`,
  },
  remark: {
    subject: (name) => `Reopened: ${name}`,
    one: (name, by) => `${by ?? 'Somebody'} reopened “${name}” and wrote why.`,
    many: (count) => `${count} of your forms were reopened:`,
  },
  rule: {
    subject: (name) => `A rule tells you of ${name}`,
    one: (name) => `A rule of its template tells you of “${name}”.`,
    many: (count) => `Rules of templates tell you of ${count} forms:`,
  },
  'rule-stopped': {
    subject: (name) => `A rule stopped: ${name}`,
    one: (name) => `A rule of “${name}” stopped. Its rules say why.`,
    many: (count) => `Rules of ${count} templates stopped. Their rules say why:`,
  },
  'export-ready': {
    subject: () => 'Your export is ready',
    one: () => 'Your export is ready.',
    many: (count) => `${count} of your exports are ready.`,
  },
  'export-failed': {
    subject: () => 'Your export failed',
    one: () => 'Your export failed.',
    many: (count) => `${count} of your exports failed.`,
  },
  'job-ready': {
    subject: () => 'Your action on several forms is done',
    one: () => 'Your action on several forms is done.',
    many: (count) => `${count} of your actions on several forms are done.`,
  },
  'job-failed': {
    subject: () => 'Your action on several forms failed',
    one: () => 'Your action on several forms failed.',
    many: (count) => `${count} of your actions on several forms failed.`,
  },
  'webhook-failing': {
    subject: (name) => `A webhook was turned off: ${name}`,
    one: (name) => `The webhook “${name}” kept failing and was turned off.`,
    many: (count) => `${count} webhooks kept failing and were turned off:`,
  },
  'delivery-failing': {
    subject: (name) => `A scheduled export failed: ${name}`,
    one: (name) => `The scheduled export “${name}” failed. It is tried again at its next date.`,
    many: (count) => `${count} scheduled exports failed:`,
  },
  'delivery-stopped': {
    subject: (name) => `A scheduled export has stopped: ${name}`,
    one: (name) => `The scheduled export “${name}” has stopped. Its page says why.`,
    many: (count) => `${count} scheduled exports have stopped:`,
  },
  dashboard: {
    subject: (name) => `Dashboard: ${name}`,
    one: (name) => `You asked for the dashboard “${name}”. Open it to see its current numbers.`,
    many: (count) => `You asked for ${count} dashboards:`,
  },
  retention: {
    subject: (name) => `Retention: ${name}`,
    one: (name) => `Forms of “${name}” will soon be deleted, or lose answers, as its rule says.`,
    many: (count) => `Forms of ${count} templates will soon be deleted, or lose answers:`,
  },
  alert: {
    subject: () => 'Your organisation needs an admin',
    one: () => 'Your organisation needs an admin. Open your notices to see why.',
    many: (count) => `Your organisation needs an admin, for ${count} reasons.`,
  },
};

const DE: Words = {
  assigned: {
    subject: (name) => `Formular für Sie: ${name}`,
    one: (name, by) => `${by ?? 'Jemand'} hat Ihnen „${name}“ zugewiesen.`,
    many: (count) => `Ihnen oder einer Ihrer Gruppen wurden ${count} Formulare zugewiesen:`,
  },
  'due-soon': {
    subject: (name) => `Innerhalb eines Tages fällig: ${name}`,
    one: (name) => `„${name}“ ist innerhalb eines Tages fällig.`,
    many: (count) => `${count} Formulare sind innerhalb eines Tages fällig:`,
  },
  late: {
    subject: (name) => `Überfällig: ${name}`,
    one: (name) => `„${name}“ ist überfällig.`,
    many: (count) => `${count} Formulare sind überfällig:`,
  },
  'handed-on': {
    subject: (name) => `Jemand anderes hat es jetzt: ${name}`,
    one: (name, by) =>
      `${by ?? 'Jemand'} hat „${name}“ jemand anderem gegeben. Sie müssen es nicht mehr ausfüllen.`,
    many: (count) => `${count} Ihrer Formulare wurden anderen gegeben:`,
  },
  reminder: {
    subject: (name) => `Erinnerung: ${name}`,
    one: (name, by) => `${by ?? 'Jemand'} erinnert Sie an „${name}“.`,
    many: (count) => `Sie werden an ${count} Aufgaben erinnert:`,
  },
  'review-asked': {
    subject: (name) => `Bitte prüfen: ${name}`,
    one: (name, by) =>
      `${by ?? 'Jemand'} hat „${name}“ abgeschlossen. Bitte prüfen Sie das Formular.`,
    many: (count) => `${count} Formulare warten auf Ihre Prüfung:`,
  },
  'review-decided': {
    subject: (name) => `Zurückgegeben: ${name}`,
    one: (name, by) =>
      `${by ?? 'Jemand'} hat Ihnen „${name}“ zurückgegeben. Im Formular steht, was zu korrigieren ist.`,
    many: (count) => `${count} Formulare wurden Ihnen zurückgegeben:`,
  },
  approved: {
    subject: (name) => `Freigegeben: ${name}`,
    one: (name, by) => `${by ?? 'Jemand'} hat „${name}“ freigegeben.`,
    many: (count) => `${count} Ihrer Formulare wurden freigegeben:`,
  },
  rejected: {
    subject: (name) => `Abgelehnt: ${name}`,
    one: (name, by) => `${by ?? 'Jemand'} hat „${name}“ abgelehnt.`,
    many: (count) => `${count} Ihrer Formulare wurden abgelehnt:`,
  },
  'came-in': {
    subject: (name) => `Ein Formular ist eingegangen: ${name}`,
    one: (name) => `„${name}“ ist eingegangen.`,
    many: (count) => `${count} Formulare sind eingegangen:`,
  },
  remark: {
    subject: (name) => `Wieder geöffnet: ${name}`,
    one: (name, by) => `${by ?? 'Jemand'} hat „${name}“ wieder geöffnet und geschrieben, warum.`,
    many: (count) => `${count} Ihrer Formulare wurden wieder geöffnet:`,
  },
  rule: {
    subject: (name) => `Eine Regel meldet: ${name}`,
    one: (name) => `Eine Regel der Vorlage meldet Ihnen „${name}“.`,
    many: (count) => `Regeln von Vorlagen melden Ihnen ${count} Formulare:`,
  },
  'rule-stopped': {
    subject: (name) => `Eine Regel wurde angehalten: ${name}`,
    one: (name) => `Eine Regel von „${name}“ wurde angehalten. Bei den Regeln steht, warum.`,
    many: (count) => `Regeln von ${count} Vorlagen wurden angehalten. Bei den Regeln steht, warum:`,
  },
  'export-ready': {
    subject: () => 'Ihr Export ist fertig',
    one: () => 'Ihr Export ist fertig.',
    many: (count) => `${count} Ihrer Exporte sind fertig.`,
  },
  'export-failed': {
    subject: () => 'Ihr Export ist fehlgeschlagen',
    one: () => 'Ihr Export ist fehlgeschlagen.',
    many: (count) => `${count} Ihrer Exporte sind fehlgeschlagen.`,
  },
  'job-ready': {
    subject: () => 'Ihre Aktion mit mehreren Formularen ist fertig',
    one: () => 'Ihre Aktion mit mehreren Formularen ist fertig.',
    many: (count) => `${count} Ihrer Aktionen mit mehreren Formularen sind fertig.`,
  },
  'job-failed': {
    subject: () => 'Ihre Aktion mit mehreren Formularen ist fehlgeschlagen',
    one: () => 'Ihre Aktion mit mehreren Formularen ist fehlgeschlagen.',
    many: (count) => `${count} Ihrer Aktionen mit mehreren Formularen sind fehlgeschlagen.`,
  },
  'webhook-failing': {
    subject: (name) => `Ein Webhook wurde ausgeschaltet: ${name}`,
    one: (name) => `Der Webhook „${name}“ ist wiederholt fehlgeschlagen und jetzt ausgeschaltet.`,
    many: (count) => `${count} Webhooks sind wiederholt fehlgeschlagen und jetzt ausgeschaltet:`,
  },
  'delivery-failing': {
    subject: (name) => `Ein geplanter Export ist fehlgeschlagen: ${name}`,
    one: (name) =>
      `Der geplante Export „${name}“ ist fehlgeschlagen. Zum nächsten Termin wird er wieder versucht.`,
    many: (count) => `${count} geplante Exporte sind fehlgeschlagen:`,
  },
  'delivery-stopped': {
    subject: (name) => `Ein geplanter Export wurde gestoppt: ${name}`,
    one: (name) => `Der geplante Export „${name}“ wurde gestoppt. Auf seiner Seite steht, warum.`,
    many: (count) => `${count} geplante Exporte wurden gestoppt:`,
  },
  dashboard: {
    subject: (name) => `Dashboard: ${name}`,
    one: (name) =>
      `Sie haben das Dashboard „${name}“ abonniert. Öffnen Sie es, um die Zahlen von jetzt zu sehen.`,
    many: (count) => `Sie haben ${count} Dashboards abonniert:`,
  },
  retention: {
    subject: (name) => `Aufbewahrung: ${name}`,
    one: (name) =>
      `Formulare von „${name}“ werden bald gelöscht oder verlieren Antworten, wie es festgelegt ist.`,
    many: (count) =>
      `Formulare von ${count} Vorlagen werden bald gelöscht oder verlieren Antworten:`,
  },
  alert: {
    subject: () => 'Ihre Organisation braucht einen Admin',
    one: () => 'Ihre Organisation braucht einen Admin. In Ihren Mitteilungen steht, warum.',
    many: (count) => `Ihre Organisation braucht einen Admin, aus ${count} Gründen.`,
  },
};

const WORDS: Readonly<Record<Locale, Words>> = { en: EN, de: DE };

/** What news have in common that a mail lists together. */
export type NewsGroup = NoticeKind | Outcome;

export const groupOf = (kind: NoticeKind, outcome: string | undefined): NewsGroup =>
  OUTCOMES.get(`${kind} ${outcome}`) ?? kind;

export const newsWords = (language: Locale, group: NewsGroup): NewsWords => WORDS[language][group];

/** What stands around news of several groups. */
export const DIGEST_WORDS = {
  en: {
    subject: (count: string) => `${count} notices for you`,
    more: (count: string) => `… and ${count} more`,
    open: 'Open it here:',
    openMany: 'See all here:',
    button: 'Open',
  },
  de: {
    subject: (count: string) => `${count} Mitteilungen für Sie`,
    more: (count: string) => `… und ${count} weitere`,
    open: 'Hier öffnen:',
    openMany: 'Hier sehen Sie alle:',
    button: 'Öffnen',
  },
} as const satisfies Readonly<Record<Locale, object>>;
