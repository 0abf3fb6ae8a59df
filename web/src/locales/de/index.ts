import type { en } from '../en/index.ts';
import type { Translated } from '../translation.ts';
import { common } from './common.ts';
import { parts } from './parts.ts';
import { shell } from './shell.ts';

export const de: Translated<typeof en> = { ...common, ...parts, ...shell };
