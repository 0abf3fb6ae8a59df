// The types of the public links under /app/v1 for the web app, which imports them as types only.
export type {
  PrefilledLink,
  PublicLinkItem,
  PublicLinkList,
} from './operations/public-link.shapes.ts';
export type { LinkForm, LinkReceipt, LinkSession } from './visitor.shapes.ts';
