/** Returns the state of an account's provisioning while it is stopped; an empty object while it is on. */
export function stoppedState(state: 'on' | 'paused' | 'disconnected'): {
  readonly provisioning?: 'paused' | 'disconnected';
} {
  return state === 'on' ? {} : { provisioning: state };
}
