import type { English } from './locales/translation.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    readonly resources: { readonly translation: English };
  }
}
