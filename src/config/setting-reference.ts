/** An entry of the generated reference of settings. */
export interface SettingReference {
  /** The name of the environment variable. */
  readonly name: string;
  /** The default, as text for people. */
  readonly default: string;
  /** A secret is also read from the file that `<name>_FILE` names, and is never printed. */
  readonly secret: boolean;
  readonly description: string;
  readonly example: string;
}

/** A wrong variable: what is wrong with it, and how to fix it. Never contains a secret. */
export interface SettingFault {
  readonly name: string;
  readonly problem: string;
  readonly fix: string;
}
