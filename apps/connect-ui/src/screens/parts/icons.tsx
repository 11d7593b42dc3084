import type { ReactNode } from 'react';

/**
 * Our few icons, drawn for this widget: 20 px, stroke 1.75. Always beside, or inside a control
 * with, words.
 */
function Icon({ children, flips = false }: { children: ReactNode; flips?: boolean }) {
    return (
        <svg
            className={flips ? 'icon icon-flips' : 'icon'}
            viewBox="0 0 20 20"
            width="20"
            height="20"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
            strokeLinecap="round"
            strokeLinejoin="round"
            aria-hidden="true"
        >
            {children}
        </svg>
    );
}

export const CloseIcon = () => (
    <Icon>
        <path d="M5 5l10 10M15 5L5 15" />
    </Icon>
);
export const BackIcon = () => (
    <Icon flips>
        <path d="M12 4.5L6.5 10l5.5 5.5" />
    </Icon>
);
export const ForwardIcon = () => (
    <Icon flips>
        <path d="M8 4.5l5.5 5.5L8 15.5" />
    </Icon>
);
export const SearchIcon = () => (
    <Icon>
        <circle cx="9" cy="9" r="5" />
        <path d="M13 13l3.5 3.5" />
    </Icon>
);
export const AlertIcon = () => (
    <Icon>
        <circle cx="10" cy="10" r="7.25" />
        <path d="M10 6.5v4M10 13.4v.1" />
    </Icon>
);
export const OutIcon = () => (
    <Icon flips>
        <path d="M8 5H5v10h10v-3M11 4.5h4.5V9M15 5l-6 6" />
    </Icon>
);
