import { createContext } from 'react';

export interface ShownFormBrand {
  /** With two, short fields are side by side where the screen is wide enough. */
  readonly columns: 1 | 2;
}

export const FormBrandContext = createContext<ShownFormBrand>({ columns: 1 });
