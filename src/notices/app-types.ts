// The types of the notices under /app/v1 for the web app, which imports them as types only.
export type { NoticeSettings, NoticeSettingsChange } from './choices/choices.shapes.ts';
export type { NoticeItem, NoticeList, UnreadCount } from './notices.shapes.ts';
