import { trafficRanges } from '@patchbay/contracts/dashboard';
import { type ReactNode, useRef } from 'react';
import { Button, buttonClass } from '../parts/Button.tsx';
import { Card } from '../parts/Page.tsx';
import { PointLink } from './PointLink.tsx';
import { rangeWords } from './traffic.ts';
import type { ChartsState } from './use-charts.ts';
import { type ChartScope, useTargets } from './use-targets.ts';

interface Props {
    title: string;
    charts: ChartsState;
    scope: ChartScope;
    /** What there is to know about its figures. */
    note: ReactNode;
    children: ReactNode;
}

const toggleClass =
    'min-h-9 rounded-control border border-transparent px-3 text-small font-semibold text-text-2 hover:bg-sunken aria-pressed:border-control aria-pressed:bg-accent-soft aria-pressed:text-accent-text';
const zoneName = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Charts of one time, which is chosen here. */
export function ChartsCard({ title, charts, scope, note, children }: Props) {
    const ranges = useRef<HTMLDivElement>(null);
    const { range, zone, zoomed, showsPrevious, change } = charts;
    const leave = () => {
        // Its own button goes away.
        ranges.current?.querySelector<HTMLButtonElement>(`[value="${range}"]`)?.focus();
        change({ since: undefined, until: undefined });
    };
    return (
        <Card
            title={title}
            actions={
                <div className="flex flex-wrap gap-x-4 gap-y-1">
                    <div ref={ranges} role="group" aria-label="Time" className="flex flex-wrap gap-1">
                        {trafficRanges.map((each) => (
                            <button
                                key={each}
                                type="button"
                                value={each}
                                aria-pressed={each === range && !zoomed}
                                onClick={() => change({ range: each, since: undefined, until: undefined })}
                                className={toggleClass}
                            >
                                {rangeWords[each].name}
                            </button>
                        ))}
                    </div>
                    <div role="group" aria-label="Charts" className="flex flex-wrap gap-1">
                        <button
                            type="button"
                            aria-pressed={showsPrevious}
                            onClick={() => change({ previous: showsPrevious ? 'hidden' : undefined })}
                            className={toggleClass}
                        >
                            Previous period
                        </button>
                        <button
                            type="button"
                            aria-pressed={zone === 'utc'}
                            onClick={() => change({ zone: zone === 'utc' ? undefined : 'utc' })}
                            className={toggleClass}
                        >
                            UTC
                        </button>
                    </div>
                </div>
            }
        >
            {zoomed && <Zoomed charts={charts} scope={scope} onLeave={leave} />}
            {children}
            <p className="border-t border-hairline px-4 py-3 text-small text-text-2">
                {zone === 'utc' ? 'Times are in UTC.' : `Times are in your zone, ${zoneName}.`} {note}
            </p>
        </Card>
    );
}

/** The part of the range that is shown, the way back, and what was requested in it. */
function Zoomed({ charts: { zoomed, times, range }, scope, onLeave }: Pick<Props, 'charts' | 'scope'> & { onLeave: () => void }) {
    const targetOf = useTargets(scope);
    if (!zoomed) return null;
    return (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-hairline bg-accent-soft px-4 py-2">
            <p className="me-auto font-semibold">{times.periodText(zoomed)}</p>
            <PointLink {...targetOf(undefined, zoomed)} className={buttonClass()}>
                Requests of this time
            </PointLink>
            <Button onClick={onLeave}>Back to {rangeWords[range].name}</Button>
        </div>
    );
}
