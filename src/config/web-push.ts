import { onOff } from './setting.ts';
import type { Source } from './source.ts';

const webPush = onOff(
  {
    name: 'FORMSTEAD_WEB_PUSH',
    default: 'off',
    secret: false,
    description:
      'Whether people may have news pushed to their browsers. Formstead then calls the push services of the browsers (Google, Mozilla, Apple, Microsoft): each message is encrypted and holds an id only, and they learn when a browser gets one. They are given FORMSTEAD_PUBLIC_URL as the contact, which must not be localhost for Apple.',
    example: 'on',
  },
  false,
);

export const WEB_PUSH_REFERENCE = [webPush.reference];

export const readWebPush = (source: Source): boolean => webPush.read(source);
