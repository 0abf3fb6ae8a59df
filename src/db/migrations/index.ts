import type { Migration } from '#db/migration.ts';
import { initial } from './20261124-initial.ts';
import { brands } from './20261126-brands.ts';

/** In order. Add at the end; never edit one that was released. */
export const migrations: readonly Migration[] = [initial, brands];
