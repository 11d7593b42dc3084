import { useId } from 'react';
import { Hatching } from './drawing.tsx';
import { previousLook } from './previous-look.ts';
import type { ChartData, Series } from './series.ts';

/** What the colours and patterns stand for. */
export function Legend({ data: { form, series, previous }, hasMarkers }: { data: ChartData; hasMarkers: boolean }) {
    return (
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-small text-text-2">
            {series.map((each) => (
                <li key={each.name} className="flex items-center gap-2">
                    <Swatch form={form} {...each} />
                    {each.name}
                </li>
            ))}
            {previous && (
                <li className="flex items-center gap-2">
                    <svg width="18" height="10" aria-hidden="true">
                        <line x1="0" x2="18" y1="5" y2="5" {...previousLook} />
                    </svg>
                    {previous.name}
                </li>
            )}
            {hasMarkers && (
                <li className="flex items-center gap-2">
                    <svg width="10" height="10" aria-hidden="true">
                        <path d="M0 1h9l-4.5 6z" fill="var(--text)" />
                    </svg>
                    Change of settings
                </li>
            )}
        </ul>
    );
}

function Swatch({ form, colour, isHatched, dashes }: Pick<ChartData, 'form'> & Series) {
    const id = useId();
    return (
        <svg width="18" height="10" aria-hidden="true">
            {isHatched && (
                <defs>
                    <Hatching id={id} colour={colour} />
                </defs>
            )}
            {form === 'bars' ? (
                <rect x="0.5" y="0.5" width="17" height="9" fill={isHatched ? `url(#${id})` : colour} stroke={colour} />
            ) : (
                <line x1="0" x2="18" y1="5" y2="5" stroke={colour} strokeWidth="2" strokeDasharray={dashes} />
            )}
        </svg>
    );
}
