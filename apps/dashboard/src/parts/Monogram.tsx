import { monogramInks, monogramOf } from '@patchbay/tokens';

/** The tile of an app. */
export function Monogram({ name, slug, size = 28 }: { name: string; slug: string; size?: number }) {
    const { letters, ink } = monogramOf(name, slug);
    return (
        <svg width={size} height={size} viewBox="0 0 40 40" aria-hidden="true" className="shrink-0">
            <rect width="40" height="40" rx="8" fill={monogramInks[ink]} />
            <text x="20" y="26" textAnchor="middle" fontSize={letters.length > 1 ? 16 : 18} fontWeight="600" fill="#fff">
                {letters}
            </text>
        </svg>
    );
}
