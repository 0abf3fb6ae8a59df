// The types of web push under /app/v1 for the web app, which imports them as types only.
export type { PushDevice, PushState, PushSubscriptionBody } from './push.shapes.ts';
