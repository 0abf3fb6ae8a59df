// Mutations specific to this service: filters, operations, members, conditions.
import {
  encoded,
  FILLERS,
  inBody,
  isObject,
  type Mutation,
  oneOf,
  repeat,
  withQuery,
} from './drafts.ts';
import type { Json } from './requests.ts';

const SCIM_FILTERS = [
  'userName eq "x"',
  'emails[type eq "work" and value co "x"]',
  'not (title pr)',
  'members.value eq "x"',
  'meta.lastModified gt "2026-01-01T00:00:00Z"',
];
const PATCH_PATHS = [
  'emails[value eq "$"].display',
  'phoneNumbers[value co "$"].type',
  'roles[type eq "$"]',
  'entitlements',
  'nickName',
  'members[value eq "$"]',
  'members',
  'addresses[locality eq "$"].region',
  'name.givenName',
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
];

export const OWN_MUTATIONS: readonly Mutation[] = [
  {
    name: 'operations',
    apply: (draft, size, chance) => {
      const path = oneOf(PATCH_PATHS, chance);
      const op = oneOf(['add', 'replace', 'remove'], chance);
      const one = (at: number): Json => ({
        op,
        path: path.replace('$', String(at)),
        ...(op !== 'remove' && {
          value: path.includes('.') || path === 'nickName' ? `${at}` : [{ value: `${at}` }],
        }),
      });
      const count = Math.max(1, Math.floor(size / JSON.stringify(one(1)).length));
      return inBody(
        draft,
        chance,
        (value) => isObject(value) && Object.hasOwn(value, 'Operations'),
        (value) => ({
          ...Object(value),
          Operations: Array.from({ length: count }, (_, at) => one(at % 1000)),
        }),
      );
    },
  },
  {
    name: 'bulk operations',
    apply: (draft, size, chance) => {
      const one = oneOf<(at: number) => Json>(
        [
          (at) => ({
            method: 'POST',
            path: '/Users',
            bulkId: `b${at}`,
            data: { userName: `u${at}${size}`, manager: `bulkId:b${(at * 7) % 1000}` },
          }),
          (at) => ({
            method: 'POST',
            path: '/Groups',
            bulkId: `b${at}`,
            data: {
              displayName: `g${at}${size}`,
              members: Array.from({ length: Math.floor(size / 30_000) }, (_, to) => ({
                value: `bulkId:b${(at * 7 + to) % 1000}`,
              })),
            },
          }),
          (at) => ({
            method: 'PATCH',
            path: `/Groups/${at}`,
            data: {
              Operations: Array.from({ length: Math.floor(size / 90_000) }, (_, to) => ({
                op: 'remove',
                path: `members[value eq "${at + to}"]`,
              })),
            },
          }),
          (at) => ({
            method: 'PUT',
            path: `/Users/${at}`,
            data: {
              userName: `u${at}`,
              x: Array.from({ length: Math.floor(size / 4000) }, () => []),
            },
          }),
        ],
        chance,
      );
      const count = Math.max(1, Math.min(1000, Math.floor(size / JSON.stringify(one(999)).length)));
      return inBody(
        draft,
        chance,
        (value) => isObject(value) && Object.hasOwn(value, 'failOnErrors'),
        (value) => ({
          ...Object(value),
          failOnErrors: 1001,
          Operations: Array.from({ length: count }, (_, at) => one(at)),
        }),
      );
    },
  },
  {
    name: 'members',
    apply: (draft, size, chance) => {
      const members = Array.from({ length: Math.max(1, Math.floor(size / 52)) }, (_, at) => ({
        value: `019aa001-7a10-7c11-8d22-${at.toString(16).padStart(12, '0')}`,
      }));
      const op = oneOf(['add', 'replace', 'remove'], chance);
      const operations = oneOf<Json>(
        [
          [{ op, path: 'members', value: members }],
          [{ op: 'add', value: { members } }],
          members.map((value) => ({ op, path: 'members', value: [value] })),
        ],
        chance,
      );
      return inBody(
        draft,
        chance,
        (value) =>
          isObject(value) &&
          (Object.hasOwn(value, 'Operations') || Object.hasOwn(value, 'displayName')),
        (value) =>
          Object.hasOwn(Object(value), 'Operations')
            ? { ...Object(value), Operations: operations }
            : { ...Object(value), members },
      );
    },
  },
  {
    name: 'questions with conditions',
    apply: (draft, size, chance) => {
      const filler = oneOf(FILLERS, chance);
      const length = Math.min(size, oneOf([40, 400, 3900], chance));
      const count = Math.max(1, Math.min(290, Math.floor(size / (length + 60))));
      const property = oneOf(
        ['visibleIf', 'requiredIf', 'title', 'defaultValueExpression', 'inputMask', 'description'],
        chance,
      );
      const elements = Array.from({ length: count }, (_, at) => ({
        type: 'text',
        name: `q${at}`,
        [property]: repeat(filler, length),
      }));
      return inBody(
        draft,
        chance,
        (value) => isObject(value) && Object.hasOwn(value, 'definition'),
        (value) => ({
          ...Object(value),
          definition: { pages: [{ elements }] },
        }),
      );
    },
  },
  {
    name: 'a filter',
    apply: (draft, size, chance) => {
      const one = oneOf(SCIM_FILTERS, chance);
      const joint = oneOf([' and ', ' or '], chance);
      const count = Math.max(
        1,
        Math.floor(Math.min(size, 20_000) / (1.6 * (one.length + joint.length))),
      );
      return withQuery(
        draft,
        `filter=${encoded(Array.from({ length: count }, () => one).join(joint), 30_000)}`,
      );
    },
  },
];
