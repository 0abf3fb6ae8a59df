/** The modules set themselves up when they are loaded; the package has no types for them. */
declare module 'survey-core/i18n/*';
