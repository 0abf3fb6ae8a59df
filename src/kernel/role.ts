/** What a person may do in an account. */
export type Role = 'admin' | 'designer' | 'member';
