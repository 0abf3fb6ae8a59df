import type { SearchText } from '#search/index.ts';
import type { Form } from './form.ts';
import type { Template } from './template.ts';

/** Returns the searchable texts of a form: its name and its number. */
export const formText = ({ name, number }: Pick<Form, 'name' | 'number'>): SearchText => ({
  texts: [name],
  number,
});

export const templateText = ({ name }: Pick<Template, 'name'>): SearchText => ({ texts: [name] });
