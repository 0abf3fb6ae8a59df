/** What the generated reference says about a setting. */
export interface SettingReference {
  /** The environment variable. */
  readonly name: string;
  /** What holds when it is unset, as people read it. */
  readonly default: string;
  /** A secret is also read from the file that `<name>_FILE` names, and is never printed. */
  readonly secret: boolean;
  readonly description: string;
  readonly example: string;
}

/** A variable that is wrong: what is wrong, and what would be right. Never holds a secret. */
export interface Fault {
  readonly name: string;
  readonly problem: string;
  readonly fix: string;
}
