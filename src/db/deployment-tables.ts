import type { Fixed } from './column-types.ts';

/** Which node does which background work, and until when. */
export interface LeasesTable {
  name: Fixed<string>;
  /** A random name that the node chooses when it starts. */
  holder: string;
  expires_at: number;
}

/** Single facts of the deployment: master key check, set-up link hash, and so on. */
export interface DeploymentTable {
  name: Fixed<string>;
  value: string;
}
