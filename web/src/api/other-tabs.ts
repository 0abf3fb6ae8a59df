// What one tab learns of the session is true for all tabs of the browser, since they share its cookie: they hear of it at
// once, and not with their next request.

const NAME = 'session';

let channel: BroadcastChannel | undefined;

/** Who is signed in with this browser by now, as the server says; null for nobody. */
export const tellOtherTabs = (userId: string | null): void => channel?.postMessage({ userId });

/** From now on this tab tells and hears. */
export function joinOtherTabs(hear: (userId: string | null) => void): void {
  channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<{ readonly userId: string | null }>) =>
    hear(data.userId);
}
