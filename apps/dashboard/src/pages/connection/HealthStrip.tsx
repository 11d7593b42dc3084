import type { readHealthHistory as historyContract } from '@patchbay/contracts';
import type { SuccessOut } from '@patchbay/contracts/dashboard';
import { useHealthHistory } from './connection.ts';

type Period = SuccessOut<typeof historyContract>['data']['periods'][number];
type State = Period['state'];

const dayMs = 24 * 60 * 60_000;
const shownDays = 30;

/** From best to worst: a day has the worst of what it was. */
const states = ['working', 'failing', 'needs_reconnecting'] as const satisfies readonly State[];
const words: Record<State, string> = { working: 'working', failing: 'failing', needs_reconnecting: 'needed reconnecting' };
/** The height and the mark tell it too, without a colour. */
const looks: Record<State, { bar: string; mark: string }> = {
    working: { bar: 'h-3 bg-ok', mark: '' },
    failing: { bar: 'h-5 bg-warn', mark: 'M1 3h4' },
    needs_reconnecting: { bar: 'h-7 bg-danger', mark: 'M1 1l4 4M5 1l-4 4' }
};

const dayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

/** How the connection was on each of the last 30 days. */
export function HealthStrip() {
    const { data } = useHealthHistory();
    if (!data) return <div className="h-14" />;
    const days = daysOf(data.data.periods);
    return (
        <figure className="flex flex-col gap-2" aria-label="Health of the last 30 days">
            <figcaption className="text-small text-text-2">{summaryOf(days)}</figcaption>
            <ol className="flex h-7 items-end gap-0.5">
                {days.map(({ from, state }) => {
                    const text = `${dayFormat.format(from)}: ${state === undefined ? 'not there yet' : words[state]}`;
                    return (
                        <li key={from.getTime()} title={text} className="flex flex-1 items-end">
                            <span
                                className={`flex w-full items-start justify-center rounded-[2px] pt-0.5 ${state === undefined ? 'h-1 bg-hairline' : looks[state].bar}`}
                            >
                                {state !== undefined && looks[state].mark !== '' && (
                                    <svg viewBox="0 0 6 6" aria-hidden="true" className="size-1.5 text-surface">
                                        <path d={looks[state].mark} stroke="currentColor" strokeWidth="1.2" fill="none" />
                                    </svg>
                                )}
                                <span className="sr-only">{text}</span>
                            </span>
                        </li>
                    );
                })}
            </ol>
        </figure>
    );
}

interface Day {
    from: Date;
    state: State | undefined;
}

/** In the member's time zone, the last one today. */
function daysOf(periods: readonly Period[]): Day[] {
    const now = new Date();
    return Array.from({ length: shownDays }, (_, index) => {
        const from = new Date(now.getFullYear(), now.getMonth(), now.getDate() - (shownDays - 1 - index));
        const until = from.getTime() + dayMs;
        const ofDay = periods.filter((period) => Date.parse(period.from) < until && Date.parse(period.until) > from.getTime());
        return { from, state: states.findLast((state) => ofDay.some((period) => period.state === state)) };
    });
}

function summaryOf(days: readonly Day[]): string {
    const known = days.flatMap(({ state }) => state ?? []);
    const [only, ...more] = known;
    if (only !== undefined && more.length === 0) return `Made today: ${words[only]}.`;
    const broken = known.filter((state) => state === 'needs_reconnecting').length;
    const failing = known.filter((state) => state === 'failing').length;
    const bad = [broken > 0 && `needed reconnecting on ${daysText(broken)}`, failing > 0 && `failed on ${daysText(failing)}`].filter(
        Boolean
    );
    if (bad.length === 0) return `Working on each of the last ${known.length} days.`;
    return `In the last ${known.length} days it ${bad.join(' and ')}.`;
}

const daysText = (count: number) => (count === 1 ? '1 day' : `${count} days`);
