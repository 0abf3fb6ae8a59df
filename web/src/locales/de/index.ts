import type { en } from '#web/locales/en/index.ts';
import type { Translated } from '#web/locales/translated.ts';
import { common } from './common.ts';
import { parts } from './parts.ts';
import { shell } from './shell.ts';

export const de: Translated<typeof en> = { ...common, ...parts, ...shell };
