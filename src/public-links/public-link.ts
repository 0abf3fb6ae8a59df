/** A link by which people without an account fill in forms of a template. Times are milliseconds since the epoch. */
export interface PublicLink {
  readonly id: string;
  readonly accountId: string;
  readonly templateId: string;
  readonly name: string;
  /** `ended` is final. */
  readonly state: 'active' | 'paused' | 'ended';
  readonly opensAt: number | undefined;
  readonly closesAt: number | undefined;
  /** Undefined: any number. */
  readonly maxAnswers: number | undefined;
  /** The number of forms that were sent by the link. */
  readonly answerCount: number;
  /** argon2id of the code that people must type; undefined: none. */
  readonly codeHash: string | undefined;
  readonly oncePerBrowser: boolean;
  readonly proofOfWork: boolean;
  /** Shown in place of the standard text when a form was sent. */
  readonly thankYou: string | undefined;
  /** Whether a visitor's browser keeps answers that are not sent yet when its page is closed. */
  readonly keepOnDevice: boolean;
  readonly revision: number;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The settings of a link that people choose. */
export interface LinkSettings {
  readonly name: string;
  readonly opensAt: number | undefined;
  readonly closesAt: number | undefined;
  readonly maxAnswers: number | undefined;
  readonly codeHash: string | undefined;
  readonly oncePerBrowser: boolean;
  readonly proofOfWork: boolean;
  readonly thankYou: string | undefined;
  readonly keepOnDevice: boolean;
}

/** The settings that a link has unless somebody chooses others; it needs a name. */
export const NEW_LINK: LinkSettings = {
  name: '',
  opensAt: undefined,
  closesAt: undefined,
  maxAnswers: undefined,
  codeHash: undefined,
  oncePerBrowser: false,
  proofOfWork: true,
  thankYou: undefined,
  keepOnDevice: true,
};
