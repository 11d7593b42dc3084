import { liveTopics, type LiveTopic, watchEnvironment } from '@patchbay/contracts/dashboard';

/** After a refusal, such as of too many streams. */
const retryMs = 60_000;

export type News =
    | { kind: 'changed'; topics: LiveTopic[] }
    /** A stream has just begun; what has changed before was not told. */
    | { kind: 'opened' }
    /** A stream was open already, as another tab says. */
    | { kind: 'open' }
    | { kind: 'lost' };

/**
 * Hears what changes in an environment. One tab of the browser holds the stream for all of them,
 * as a browser opens few connections to a host; when that tab goes, the next one takes over.
 * @returns leaves
 */
export function joinStream(environment: string, hear: (news: News) => void): () => void {
    // Only on pages that came by HTTPS, or from the same machine.
    if (!('locks' in navigator)) return openStream(environment, hear);
    const name = `patchbay-live-updates ${environment}`;
    const channel = new BroadcastChannel(name);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
    const say = (message: News | 'asked') => channel.postMessage(message);
    const leaving = new AbortController();
    let held: 'open' | 'lost' | undefined;
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (data === 'asked') {
            if (held !== undefined) say({ kind: held });
        } else {
            const news = newsIn(data);
            if (news) hear(news);
        }
    });
    say('asked');
    const hold = () =>
        new Promise<void>((release) => {
            const close = openStream(environment, (news) => {
                held = news.kind === 'lost' ? 'lost' : 'open';
                hear(news);
                say(news);
            });
            leaving.signal.addEventListener('abort', () => {
                close();
                release();
            });
        });
    // Rejected where it leaves before its turn.
    navigator.locks.request(name, { signal: leaving.signal }, hold).catch(() => {});
    return () => {
        leaving.abort();
        channel.close();
    };
}

/** A stream of this tab. */
function openStream(environment: string, tell: (news: News) => void): () => void {
    let source: EventSource;
    let retrying: ReturnType<typeof setTimeout> | undefined;
    const open = () => {
        source = new EventSource(`${watchEnvironment.path}?environment=${encodeURIComponent(environment)}`);
        source.addEventListener('open', () => tell({ kind: 'opened' }));
        source.addEventListener('changed', ({ data }: MessageEvent<unknown>) => {
            const parsed: unknown = typeof data === 'string' ? JSON.parse(data) : undefined;
            tell({ kind: 'changed', topics: topicsIn(parsed) });
        });
        source.addEventListener('error', () => {
            tell({ kind: 'lost' });
            // The browser does not try again after a refusal, such as of an ended session.
            if (source.readyState === EventSource.CLOSED) retrying = setTimeout(open, retryMs);
        });
    };
    open();
    return () => {
        clearTimeout(retrying);
        source.close();
    };
}

function topicsIn(data: unknown): LiveTopic[] {
    return Array.isArray(data) ? liveTopics.filter((topic) => data.includes(topic)) : [];
}

/** The other tab may have another version of the dashboard. */
function newsIn(data: unknown): News | undefined {
    if (typeof data !== 'object' || data === null || !('kind' in data)) return undefined;
    const { kind } = data;
    if (kind === 'changed') return { kind, topics: topicsIn('topics' in data ? data.topics : undefined) };
    return kind === 'opened' || kind === 'open' || kind === 'lost' ? { kind } : undefined;
}
