/** What the form engine accepts while a form is filled in and on completion, with fewer groups than its pattern. */
const PATTERN =
  /^([^<>()[\].,;:\s@"]+(\.[^<>()[\].,;:\s@"]+)*|".+")@([^<>()=[\].,;:\s@"]+\.)+[^<>()=[\].,;:\s@"]{2,}$/;

/** Returns whether a text that somebody typed is an email address, by the same rule as answers of forms. */
export const isEmailAddress = (text: string): boolean => PATTERN.test(text);
