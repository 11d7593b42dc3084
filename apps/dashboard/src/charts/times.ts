const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short' });
const shortDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

const hourS = 3600;
const dayS = 24 * hourS;

/** The beginning and the end of a bucket, by local time. */
export interface Bucket {
    from: Date;
    until: Date;
}

export function bucketsOf(beginnings: readonly { at: string }[], stepS: number): Bucket[] {
    return beginnings.map(({ at }) => ({ from: new Date(at), until: new Date(Date.parse(at) + stepS * 1000) }));
}

/** A day that begins an hour off, as clocks were changed since, is still that day. */
const middle = ({ from, until }: Bucket) => new Date((from.getTime() + until.getTime()) / 2);

/** As “Tue, 20 Jan, 14:00 to 15:00”. */
export function bucketText(bucket: Bucket, stepS: number): string {
    if (stepS >= dayS) return day.format(middle(bucket));
    const { from, until } = bucket;
    if (stepS < hourS) return clock.format(from);
    return `${day.format(from)}, ${clock.format(from)} to ${clock.format(until)}`;
}

/** As short as an axis needs it. */
export function tickText(bucket: Bucket, stepS: number): string {
    return stepS > hourS ? shortDay.format(middle(bucket)) : clock.format(bucket.from);
}
