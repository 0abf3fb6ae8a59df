/** That an admin stopped provisioning, as what is known of a caller says it: nothing while it is on. */
export function stopOf(state: 'on' | 'paused' | 'disconnected'): {
  readonly provisioning?: 'paused' | 'disconnected';
} {
  return state === 'on' ? {} : { provisioning: state };
}
