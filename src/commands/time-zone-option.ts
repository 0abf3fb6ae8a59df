/** The option of commands that create an account. */
export const TIME_ZONE_OPTION = {
  value: 'ZONE',
  description:
    'Where its days begin and end, such as Europe/Berlin. Without it UTC; admins can change it.',
} as const;
