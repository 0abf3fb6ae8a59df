/** The answers that somebody sees: of their own forms, also of members of their groups, or of all forms. */
export type SeenAnswers = 'own' | 'group' | 'all';

/**
 * What somebody may do with a template and its forms. Own forms need no right: people always see the forms that they
 * created or that are assigned to them or to a group of theirs, and may fill in such drafts.
 */
export interface Rights {
  /** Create forms from the published template. */
  readonly fill: boolean;
  readonly see: SeenAnswers;
  /** Change the answers of the forms that they see; reopen, delete and restore these. */
  readonly edit: boolean;
  /** Assign the drafts that they may edit, and create forms for others. */
  readonly assign: boolean;
  /** Decide on the forms in review that they see, also where others are asked. Reviewers of a step need no right. */
  readonly review: boolean;
  /** Change, publish and archive the template, and give rights on it. Only designers and admins can use this right. */
  readonly manage: boolean;
}

/** A right that an action needs. */
export type TemplateRight = Exclude<keyof Rights, 'see'>;

const NO_RIGHTS: Rights = {
  fill: false,
  see: 'own',
  edit: false,
  assign: false,
  review: false,
  manage: false,
};

export const ALL_RIGHTS: Rights = {
  fill: true,
  see: 'all',
  edit: true,
  assign: true,
  review: true,
  manage: true,
};

/** The rights of those who only fill in a template. */
export const FILL_RIGHTS: Rights = { ...NO_RIGHTS, fill: true, assign: true };

/** The roles that rights can be given to. `designers` includes admins. */
export const ROLE_SUBJECTS = ['everyone', 'designers'] as const;
export type RoleSubject = (typeof ROLE_SUBJECTS)[number];

/** Rights that were given to a user, a group or a role. */
export interface Grant extends Rights {
  readonly subject: string;
  readonly type: 'User' | 'Group' | 'Role';
}

const SEEN: readonly SeenAnswers[] = ['own', 'group', 'all'];

/** Returns whether who sees `one` sees everything that who sees `other` does. */
export const seesAsMuch = (one: SeenAnswers, other: SeenAnswers): boolean =>
  SEEN.indexOf(one) >= SEEN.indexOf(other);

/** Returns everything that any of the rights allows. */
export function joinRights(all: readonly Rights[]): Rights {
  return all.reduce(
    (sum, each) => ({
      fill: sum.fill || each.fill,
      see: seesAsMuch(sum.see, each.see) ? sum.see : each.see,
      edit: sum.edit || each.edit,
      assign: sum.assign || each.assign,
      review: sum.review || each.review,
      manage: sum.manage || each.manage,
    }),
    NO_RIGHTS,
  );
}

/** Returns whether rights allow nothing beyond one's own forms. */
export const isNothing = ({ fill, see, edit, assign, review, manage }: Rights): boolean =>
  !(fill || edit || assign || review || manage || see !== 'own');

/** Returns whether somebody with these rights may know the template, once it was published. */
export const showsTemplate = ({ fill, see, edit, manage }: Rights): boolean =>
  fill || edit || manage || see !== 'own';
