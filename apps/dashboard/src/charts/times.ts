const hourS = 3600;
const dayS = 24 * hourS;

export type Zone = 'local' | 'utc';

/** The beginning and the end of a bucket. */
export interface Bucket {
    from: Date;
    until: Date;
}

export function bucketsOf(beginnings: readonly { at: string }[], stepS: number): Bucket[] {
    return beginnings.map(({ at }) => ({ from: new Date(at), until: new Date(Date.parse(at) + stepS * 1000) }));
}

/** Times in words, in a time zone. */
export interface Times {
    /** As “Tue, 20 Jan, 14:00 to 15:00”. */
    bucketText(bucket: Bucket, stepS: number): string;
    /** As short as an axis needs it. */
    tickText(bucket: Bucket, stepS: number): string;
    /** Of several buckets together. */
    periodText(period: Bucket): string;
}

/** A day that begins an hour off, as clocks were changed since, is still that day. */
const middle = ({ from, until }: Bucket) => new Date((from.getTime() + until.getTime()) / 2);

function timesOf(zone: Zone): Times {
    const inZone = zone === 'utc' ? { timeZone: 'UTC' } : {};
    const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', ...inZone });
    const day = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short', ...inZone });
    const shortDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', ...inZone });
    const moment = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', ...inZone });
    return {
        bucketText(bucket, stepS) {
            if (stepS >= dayS) return day.format(middle(bucket));
            const { from, until } = bucket;
            if (stepS < hourS) return clock.format(from);
            return `${day.format(from)}, ${clock.format(from)} to ${clock.format(until)}`;
        },
        tickText: (bucket, stepS) => (stepS > hourS ? shortDay.format(middle(bucket)) : clock.format(bucket.from)),
        periodText: ({ from, until }) => moment.formatRange(from, until)
    };
}

export const timesIn: Readonly<Record<Zone, Times>> = { local: timesOf('local'), utc: timesOf('utc') };
