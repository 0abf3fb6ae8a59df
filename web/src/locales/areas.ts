// Texts that are loaded with the screens that show them: each route names the areas of its screen.
import type { Translated } from './translated.ts';

/** The only export of a file of texts. Naming it in each import would make the page longer that waits for this file. */
const only = async <K extends string, T extends object>(
  file: Promise<Readonly<Record<K, T>>>,
): Promise<T> => Object.values<T>(await file).reduce((texts) => texts);

const area = <K extends string, T extends object>(
  en: () => Promise<Readonly<Record<K, T>>>,
  de: () => Promise<Readonly<Record<NoInfer<K>, NoInfer<Translated<T>>>>>,
) => ({ en: () => only(en()), de: () => only(de()) });

export const AREAS = {
  account: area(
    () => import('./en/account.ts'),
    () => import('./de/account.ts'),
  ),
  alerts: area(
    () => import('./en/alerts.ts'),
    () => import('./de/alerts.ts'),
  ),
  answer: area(
    () => import('./en/answer.ts'),
    () => import('./de/answer.ts'),
  ),
  audit: area(
    () => import('./en/audit.ts'),
    () => import('./de/audit.ts'),
  ),
  brand: area(
    () => import('./en/brand.ts'),
    () => import('./de/brand.ts'),
  ),
  credentials: area(
    () => import('./en/credentials.ts'),
    () => import('./de/credentials.ts'),
  ),
  errors: area(
    () => import('./en/errors.ts'),
    () => import('./de/errors.ts'),
  ),
  exports: area(
    () => import('./en/exports.ts'),
    () => import('./de/exports.ts'),
  ),
  fields: area(
    () => import('./en/fields.ts'),
    () => import('./de/fields.ts'),
  ),
  fill: area(
    () => import('./en/fill.ts'),
    () => import('./de/fill.ts'),
  ),
  fillNotes: area(
    () => import('./en/fill-notes.ts'),
    () => import('./de/fill-notes.ts'),
  ),
  forms: area(
    () => import('./en/forms.ts'),
    () => import('./de/forms.ts'),
  ),
  help: area(
    () => import('./en/help.ts'),
    () => import('./de/help.ts'),
  ),
  history: area(
    () => import('./en/history.ts'),
    () => import('./de/history.ts'),
  ),
  home: area(
    () => import('./en/home.ts'),
    () => import('./de/home.ts'),
  ),
  imports: area(
    () => import('./en/imports.ts'),
    () => import('./de/imports.ts'),
  ),
  kinds: area(
    () => import('./en/kinds.ts'),
    () => import('./de/kinds.ts'),
  ),
  log: area(
    () => import('./en/log.ts'),
    () => import('./de/log.ts'),
  ),
  newForm: area(
    () => import('./en/new-form.ts'),
    () => import('./de/new-form.ts'),
  ),
  reviews: area(
    () => import('./en/reviews.ts'),
    () => import('./de/reviews.ts'),
  ),
  notices: area(
    () => import('./en/notices.ts'),
    () => import('./de/notices.ts'),
  ),
  noticeSettings: area(
    () => import('./en/notice-settings.ts'),
    () => import('./de/notice-settings.ts'),
  ),
  outbox: area(
    () => import('./en/outbox.ts'),
    () => import('./de/outbox.ts'),
  ),
  palette: area(
    () => import('./en/palette.ts'),
    () => import('./de/palette.ts'),
  ),
  people: area(
    () => import('./en/people.ts'),
    () => import('./de/people.ts'),
  ),
  provisioning: area(
    () => import('./en/provisioning.ts'),
    () => import('./de/provisioning.ts'),
  ),
  secondFactor: area(
    () => import('./en/second-factor.ts'),
    () => import('./de/second-factor.ts'),
  ),
  signIn: area(
    () => import('./en/sign-in.ts'),
    () => import('./de/sign-in.ts'),
  ),
  sso: area(
    () => import('./en/sso.ts'),
    () => import('./de/sso.ts'),
  ),
  sharedLists: area(
    () => import('./en/shared-lists.ts'),
    () => import('./de/shared-lists.ts'),
  ),
  publicLinks: area(
    () => import('./en/public-links.ts'),
    () => import('./de/public-links.ts'),
  ),
  rules: area(
    () => import('./en/rules.ts'),
    () => import('./de/rules.ts'),
  ),
  rhythm: area(
    () => import('./en/rhythm.ts'),
    () => import('./de/rhythm.ts'),
  ),
  scheduledExports: area(
    () => import('./en/scheduled-exports.ts'),
    () => import('./de/scheduled-exports.ts'),
  ),
  series: area(
    () => import('./en/series.ts'),
    () => import('./de/series.ts'),
  ),
  survey: area(
    () => import('./en/survey.ts'),
    () => import('./de/survey.ts'),
  ),
  rights: area(
    () => import('./en/rights.ts'),
    () => import('./de/rights.ts'),
  ),
  templates: area(
    () => import('./en/templates.ts'),
    () => import('./de/templates.ts'),
  ),
  webhooks: area(
    () => import('./en/webhooks.ts'),
    () => import('./de/webhooks.ts'),
  ),
  outline: area(
    () => import('./en/outline.ts'),
    () => import('./de/outline.ts'),
  ),
  translating: area(
    () => import('./en/translating.ts'),
    () => import('./de/translating.ts'),
  ),
  trial: area(
    () => import('./en/trial.ts'),
    () => import('./de/trial.ts'),
  ),
  appearance: area(
    () => import('./en/appearance.ts'),
    () => import('./de/appearance.ts'),
  ),
  builder: area(
    () => import('./en/builder.ts'),
    () => import('./de/builder.ts'),
  ),
  workImport: area(
    () => import('./en/work-import.ts'),
    () => import('./de/work-import.ts'),
  ),
  work: area(
    () => import('./en/work.ts'),
    () => import('./de/work.ts'),
  ),
} as const;

export type Area = keyof typeof AREAS;
