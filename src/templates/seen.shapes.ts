import { Type } from 'typebox';

export const Seen = Type.Union([Type.Literal('own'), Type.Literal('group'), Type.Literal('all')], {
  description:
    'The forms whose answers are seen: own ones, also those of members of one of the groups, or all.',
});
