import type { ConnectableIntegration } from '@patchbay/contracts/browser';
import { monogramInks, monogramsOf, type Monogram } from '@patchbay/tokens';
import { useState } from 'react';

interface MarkProps {
    mark: AppMark | undefined;
    size?: 32 | 40 | 48;
}

/** An app's mark. Its name always stands beside it. */
export function Mark({ mark, size = 32 }: MarkProps) {
    const [broken, setBroken] = useState<string | null>();
    const logo = mark?.logo;
    if (logo && logo !== broken)
        return <img className="mark" src={logo} width={size} height={size} alt="" loading="lazy" onError={() => setBroken(logo)} />;
    return <Initials letters={mark?.letters ?? ''} ink={monogramInks[mark?.ink ?? 0]} size={size} />;
}

/** A tile with letters. @param ink the tile's colour @param on that of the letters */
export function Initials({ letters, ink, on = '#fff', size }: { letters: string; ink: string | undefined; on?: string; size: number }) {
    return (
        <svg className="mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
            <rect width="32" height="32" rx="8" fill={ink} />
            <text x="16" y="16" dy=".36em" textAnchor="middle" fontSize={letters.length > 1 ? 13 : 15} fontWeight="600" fill={on}>
                {letters}
            </text>
        </svg>
    );
}

export interface AppMark extends Monogram {
    /** Shown instead of the initials. */
    logo: string | null | undefined;
}

type Named = Pick<ConnectableIntegration, 'id' | 'display_name' | 'provider' | 'logo'>;

/**
 * The marks of all integrations of a session, by id: the same in the list and on every other
 * screen.
 */
export function marksOf(integrations: readonly Named[]): ReadonlyMap<string, AppMark> {
    const monograms = monogramsOf(integrations.map(({ display_name: displayName, provider: slug }) => ({ displayName, slug })));
    return new Map(monograms.map((monogram, index) => [integrations[index]?.id ?? '', { ...monogram, logo: integrations[index]?.logo }]));
}
