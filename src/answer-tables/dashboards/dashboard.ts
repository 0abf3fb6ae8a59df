import type { TileSettings } from './dashboard.shapes.ts';

/** Charts of answers that somebody put together. Everybody who sees it sees the numbers of the forms that they may see. */
export interface Dashboard {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  /** Who made it; they may change it, as admins may. */
  readonly ownerId: string;
  /** The groups that may see it. */
  readonly groupIds: readonly string[];
  readonly tiles: readonly Tile[];
  readonly revision: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface Tile {
  readonly id: string;
  readonly settings: TileSettings;
}
