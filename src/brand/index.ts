// What an organisation looks like on pages and in mails: its colour, in shades that can be read, and its logo.
export { SHADE_OF, shadesOf } from './accent.ts';
export { Brand } from './brand.shapes.ts';
export { readBrand, readLogo } from './brand.store.ts';
export { logoHash as hashOfLogo, removeLogo, setAccent, setLogo } from './change-brand.ts';
export { setTemplateBrand, setTemplateLogo } from './change-template-brand.ts';
export { getLogo } from './get-logo.ts';
export { TemplateBrand, TemplateBrandBody } from './template-brand.shapes.ts';
export {
  copyTemplateBrand,
  deleteTemplateBrand,
  readTemplateBrand,
  readTemplateLogo,
} from './template-brand.store.ts';
