import { Type } from 'typebox';

export const Origin = Type.Union([Type.Literal('local'), Type.Literal('provisioned')], {
  description: '`local`: made here; `provisioned`: made or adopted by the identity provider.',
});
