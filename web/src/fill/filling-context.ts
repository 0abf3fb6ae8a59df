import { createContext, use } from 'react';
import type { Device } from '../offline/device.ts';

interface FillingForm {
  readonly device: Device;
  readonly formId: string;
}

/** The form that is being filled in, for questions that store files; undefined in a preview. */
export const FillingContext = createContext<FillingForm | undefined>(undefined);

export function useFillingForm(): FillingForm {
  const form = use(FillingContext);
  if (form === undefined) throw new Error('Files are kept for a form that is being filled in');
  return form;
}
