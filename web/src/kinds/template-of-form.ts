import { createContext } from 'react';

/** The id of the template of the form that is shown: it decides whom its fields offer. Undefined: nobody of a group. */
export const TemplateOfForm = createContext<string | undefined>(undefined);
