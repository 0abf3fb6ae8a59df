// In one file: each would be a request more.
export { OutboxBadge } from '#web/offline/outbox-badge.tsx';
export { ReviewsBadge } from './reviews-badge.tsx';
