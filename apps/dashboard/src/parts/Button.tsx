import type { ComponentProps, ReactNode } from 'react';

type Look = 'primary' | 'secondary' | 'quiet' | 'danger';

const looks: Record<Look, string> = {
    primary: 'bg-accent text-on-accent hover:bg-accent-hover border-transparent',
    secondary: 'bg-surface text-text border-control hover:bg-sunken',
    quiet: 'bg-transparent text-accent-text border-transparent hover:bg-sunken',
    danger: 'bg-surface text-danger border-danger hover:bg-danger-soft'
};

interface Props extends ComponentProps<'button'> {
    look?: Look;
    isBusy?: boolean;
    /** Why it cannot be pressed, for the member: shown as its title, and read out. */
    blockedBecause?: string | undefined;
    icon?: ReactNode;
}

/** While it is busy, or blocked with a reason, it keeps the focus and does nothing. */
export function Button({ look = 'secondary', isBusy = false, blockedBecause, icon, children, className = '', onClick, ...rest }: Props) {
    const isBlocked = isBusy || blockedBecause !== undefined;
    return (
        <button
            type="button"
            {...rest}
            aria-disabled={isBlocked || undefined}
            aria-busy={isBusy || undefined}
            title={blockedBecause ?? rest.title}
            onClick={isBlocked ? (event) => event.preventDefault() : onClick}
            className={`${buttonClass(look)} ${isBlocked ? 'opacity-60' : ''} ${className}`}
        >
            {icon}
            {children}
        </button>
    );
}

/** Also for links that look like a button. */
export function buttonClass(look: Look = 'secondary'): string {
    return `inline-flex min-h-9 items-center justify-center gap-2 rounded-control border px-3 text-body font-semibold no-underline whitespace-nowrap transition-colors duration-100 ${looks[look]}`;
}
