import type { en } from './locales/en/index.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    readonly resources: { readonly translation: typeof en };
  }
}
