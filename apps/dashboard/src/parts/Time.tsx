import { useEffect, useState } from 'react';

const units = [
    ['year', 31_536_000],
    ['month', 2_592_000],
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60]
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });

/** As "2 hr ago"; its title is exact, with the zone. */
export function Time({ at, none = 'never' }: { at: string | null | undefined; none?: string }) {
    const now = useNow();
    if (at === null || at === undefined) return <span className="text-text-3">{none}</span>;
    const seconds = (Date.parse(at) - now) / 1000;
    const [unit, size] = units.find(([, each]) => Math.abs(seconds) >= each) ?? (['second', 1] as const);
    // Without the dot of “hr.”, which may be the last word of a sentence.
    const text = unit === 'second' ? 'just now' : relative.format(Math.round(seconds / size), unit).replace('.', '');
    return (
        <time dateTime={at} title={exact.format(new Date(at))} className="whitespace-nowrap">
            {text}
        </time>
    );
}

/** Advances twice a minute. */
export function useNow(): number {
    const [now, setNow] = useState(Date.now);
    useEffect(() => {
        const timer = setInterval(() => setNow(Date.now()), 30_000);
        return () => clearInterval(timer);
    }, []);
    return now;
}
