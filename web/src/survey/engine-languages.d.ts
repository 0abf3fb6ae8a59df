/** Sets itself up when it is loaded; the package brings no types for it. */
declare module 'survey-core/i18n/german';
