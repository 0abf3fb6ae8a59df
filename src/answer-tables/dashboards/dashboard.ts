import type { TileSettings, WorkTile } from './dashboard.shapes.ts';

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

/** Charts answers to a field, or shows a number of open work. */
export type Tile = { readonly id: string } & TileContent;
export type TileContent =
  | { readonly settings: TileSettings; readonly work?: undefined }
  | { readonly settings?: undefined; readonly work: WorkTile };
