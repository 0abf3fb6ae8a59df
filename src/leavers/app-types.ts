// The types of what leavers left under /app/v1 for the web app, which imports them as types only.
export type { HandedOn, LeftItem } from './app/left-work.shapes.ts';
