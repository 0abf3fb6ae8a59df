// The types of the retention under /app/v1 for the web app, which imports them as types only.
export type { RetentionDetail, RetentionTrial } from './retention.shapes.ts';
