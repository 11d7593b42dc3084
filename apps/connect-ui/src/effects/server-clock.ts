/** The server's time, as far as its responses tell it: the device's own clock may be hours off. */
export interface ServerClock {
    read(response: Response): void;
    /** ms since 1970, to about a second. */
    now(): number;
}

export function serverClock(): ServerClock {
    let aheadMs = 0;
    return {
        read({ headers }) {
            const date = Date.parse(headers.get('date') ?? '');
            if (!Number.isNaN(date)) aheadMs = date - Date.now();
        },
        now: () => Date.now() + aheadMs
    };
}
