import { Type } from 'typebox';

export const OriginShape = Type.Union([Type.Literal('local'), Type.Literal('provisioned')], {
  description:
    '`local`: created in Formstead. `provisioned`: created or adopted by the identity provider.',
});
