// Texts that are loaded with the screens that show them: each route names the areas of its screen.
import type { Translated } from './translation.ts';

const area = <T extends object>(
  en: () => Promise<T>,
  de: () => Promise<NoInfer<Translated<T>>>,
) => ({ en, de });

export const AREAS = {
  account: area(
    async () => (await import('./en/account.ts')).account,
    async () => (await import('./de/account.ts')).account,
  ),
  alerts: area(
    async () => (await import('./en/alerts.ts')).alerts,
    async () => (await import('./de/alerts.ts')).alerts,
  ),
  audit: area(
    async () => (await import('./en/audit.ts')).audit,
    async () => (await import('./de/audit.ts')).audit,
  ),
  brand: area(
    async () => (await import('./en/brand.ts')).brand,
    async () => (await import('./de/brand.ts')).brand,
  ),
  credentials: area(
    async () => (await import('./en/credentials.ts')).credentials,
    async () => (await import('./de/credentials.ts')).credentials,
  ),
  errors: area(
    async () => (await import('./en/errors.ts')).errors,
    async () => (await import('./de/errors.ts')).errors,
  ),
  exports: area(
    async () => (await import('./en/exports.ts')).exports,
    async () => (await import('./de/exports.ts')).exports,
  ),
  fill: area(
    async () => (await import('./en/fill.ts')).fill,
    async () => (await import('./de/fill.ts')).fill,
  ),
  forms: area(
    async () => (await import('./en/forms.ts')).forms,
    async () => (await import('./de/forms.ts')).forms,
  ),
  help: area(
    async () => (await import('./en/help.ts')).help,
    async () => (await import('./de/help.ts')).help,
  ),
  home: area(
    async () => (await import('./en/home.ts')).home,
    async () => (await import('./de/home.ts')).home,
  ),
  log: area(
    async () => (await import('./en/log.ts')).log,
    async () => (await import('./de/log.ts')).log,
  ),
  newForm: area(
    async () => (await import('./en/new-form.ts')).newForm,
    async () => (await import('./de/new-form.ts')).newForm,
  ),
  outbox: area(
    async () => (await import('./en/outbox.ts')).outbox,
    async () => (await import('./de/outbox.ts')).outbox,
  ),
  palette: area(
    async () => (await import('./en/palette.ts')).palette,
    async () => (await import('./de/palette.ts')).palette,
  ),
  people: area(
    async () => (await import('./en/people.ts')).people,
    async () => (await import('./de/people.ts')).people,
  ),
  provisioning: area(
    async () => (await import('./en/provisioning.ts')).provisioning,
    async () => (await import('./de/provisioning.ts')).provisioning,
  ),
  secondFactor: area(
    async () => (await import('./en/second-factor.ts')).secondFactor,
    async () => (await import('./de/second-factor.ts')).secondFactor,
  ),
  signIn: area(
    async () => (await import('./en/sign-in.ts')).signIn,
    async () => (await import('./de/sign-in.ts')).signIn,
  ),
  sso: area(
    async () => (await import('./en/sso.ts')).sso,
    async () => (await import('./de/sso.ts')).sso,
  ),
  survey: area(
    async () => (await import('./en/survey.ts')).survey,
    async () => (await import('./de/survey.ts')).survey,
  ),
  templates: area(
    async () => (await import('./en/templates.ts')).templates,
    async () => (await import('./de/templates.ts')).templates,
  ),
  webhooks: area(
    async () => (await import('./en/webhooks.ts')).webhooks,
    async () => (await import('./de/webhooks.ts')).webhooks,
  ),
  builder: area(
    async () => (await import('./en/builder.ts')).builder,
    async () => (await import('./de/builder.ts')).builder,
  ),
} as const;

export type Area = keyof typeof AREAS;
