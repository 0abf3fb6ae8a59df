/** The option of commands that create an account. */
export const TIME_ZONE_OPTION = {
  value: 'ZONE',
  description:
    'The time zone of its days, such as Europe/Berlin. If omitted, UTC. Admins can change it.',
} as const;
