// All tabs of a browser share the session cookie, so they tell each other when the session begins or ends. A tab learns
// of it at once, not with its next request.

const NAME = 'session';

let channel: BroadcastChannel | undefined;

/** Tells the other tabs who is signed in, as the server said; null for nobody. */
export const tellOtherTabs = (userId: string | null): void => channel?.postMessage({ userId });

/** From now on this tab sends and receives these messages. */
export function joinOtherTabs(hear: (userId: string | null) => void): void {
  channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<{ readonly userId: string | null }>) =>
    hear(data.userId);
}
