/** The module sets itself up when it is loaded; the package has no types for it. */
declare module 'survey-core/i18n/german';
