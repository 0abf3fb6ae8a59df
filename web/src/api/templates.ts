/** The address of templates. Apart from what is read there, because pages that fill in forms load it. */
export const TEMPLATES = '/app/v1/templates';
