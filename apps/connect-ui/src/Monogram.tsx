import { monogramInks, type Monogram as Mark } from '@patchbay/tokens';

/** A provider's mark: its initials on a square tile. The name always stands beside it. */
export function Monogram({ mark, size = 32 }: { mark: Mark; size?: 32 | 40 }) {
    return (
        <svg className="monogram" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
            <rect width="32" height="32" rx="8" fill={monogramInks[mark.ink]} />
            <text x="16" y="16" dy=".36em" textAnchor="middle" fontSize={mark.letters.length > 1 ? 13 : 15} fontWeight="600" fill="#fff">
                {mark.letters}
            </text>
        </svg>
    );
}
