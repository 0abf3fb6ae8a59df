// The time zone of the organisation, in which all dates and times of its screens are shown. Without React, because
// filters compute days with it as well.

let shown = 'UTC';

export const showZone = (timeZone: string): void => {
  shown = timeZone;
};

/** Returns an IANA name. */
export const shownZone = (): string => shown;
