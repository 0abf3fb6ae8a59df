import type { Reader, Tx } from '#db/database.ts';
import {
  deleteDeploymentValue,
  readDeploymentValue,
  writeDeploymentValue,
} from '#db/deployment-values.ts';

/** Progress of filling in what is derived from things that were stored before. */
export interface FillState {
  readonly version: number;
  /** Completed passes over all sources. */
  readonly passes: number;
  /** When the last pass ended. */
  readonly finishedAt: number;
  /** Index of the source of the current pass, and the thing after which it continues. */
  readonly source: number;
  readonly after: { readonly accountId: string; readonly id: string };
}

export async function readFillState(db: Reader, name: string): Promise<FillState | undefined> {
  const value = await readDeploymentValue(db, name);
  return value === undefined ? undefined : JSON.parse(value);
}

export const saveFillState = (tx: Tx, name: string, state: FillState): Promise<void> =>
  writeDeploymentValue(tx, name, JSON.stringify(state));

/** Has a job begin anew with everything. */
export async function deleteFillState(tx: Tx, name: string): Promise<void> {
  await deleteDeploymentValue(tx, name);
}
