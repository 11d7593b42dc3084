import type { ConnectableIntegration } from '@patchbay/contracts/browser';
import { monogramInks, monogramsOf, type Monogram as Mark } from '@patchbay/tokens';

const noMark: Mark = { letters: '', ink: 0 };

/** A provider's mark: its initials on a square tile. The name always stands beside it. */
export function Monogram({ mark = noMark, size = 32 }: { mark?: Mark | undefined; size?: 32 | 40 }) {
    return (
        <svg className="monogram" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
            <rect width="32" height="32" rx="8" fill={monogramInks[mark.ink]} />
            <text x="16" y="16" dy=".36em" textAnchor="middle" fontSize={mark.letters.length > 1 ? 13 : 15} fontWeight="600" fill="#fff">
                {mark.letters}
            </text>
        </svg>
    );
}

type Named = Pick<ConnectableIntegration, 'id' | 'display_name' | 'provider'>;

/**
 * The marks of all integrations of a session, by id: the same in the list and on every other
 * screen.
 */
export function marksOf(integrations: readonly Named[]): ReadonlyMap<string, Mark> {
    const marks = monogramsOf(integrations.map(({ display_name: displayName, provider: slug }) => ({ displayName, slug })));
    return new Map(integrations.map(({ id }, index) => [id, marks[index] ?? noMark]));
}
