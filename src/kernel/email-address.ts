/** The pattern of the form engine, which applies it while a form is filled in and on completion. */
const PATTERN =
  /^(([^<>()[\].,;:\s@"]+(\.[^<>()[\].,;:\s@"]+)*)|(".+"))@(([^<>()=[\].,;:\s@"]+\.)+[^<>()=[\].,;:\s@"]{2,})$/i;

/** Returns whether a text that somebody typed is an email address, by the same rule as answers of forms. */
export const isEmailAddress = (text: string): boolean => PATTERN.test(text);
