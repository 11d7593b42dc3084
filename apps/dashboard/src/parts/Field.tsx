import { type ComponentProps, type ReactNode, useId, useState } from 'react';

interface FieldProps {
    label: string;
    help?: ReactNode;
    /** What is wrong with it, in words. */
    error?: string | undefined;
}

const boxClass =
    'w-full min-h-9 rounded-control border border-control bg-surface px-3 text-body text-text aria-invalid:border-danger disabled:opacity-60';

function describedBy(id: string, { help, error }: Pick<FieldProps, 'help' | 'error'>): string | undefined {
    return [help === undefined ? '' : `${id}-help`, error === undefined ? '' : `${id}-error`].filter(Boolean).join(' ') || undefined;
}

function Frame({ id, label, help, error, children }: FieldProps & { id: string; children: ReactNode }) {
    return (
        <div className="flex flex-col gap-1">
            <label htmlFor={id} className="font-semibold">
                {label}
            </label>
            {children}
            {help !== undefined && (
                <p id={`${id}-help`} className="text-small text-text-2">
                    {help}
                </p>
            )}
            {error !== undefined && (
                <p id={`${id}-error`} className="text-small text-danger">
                    {error}
                </p>
            )}
        </div>
    );
}

export function TextField({ label, help, error, className = '', ...rest }: FieldProps & ComponentProps<'input'>) {
    const id = useId();
    return (
        <Frame {...{ id, label, help, error }}>
            <input
                {...rest}
                id={id}
                aria-invalid={error !== undefined || undefined}
                aria-describedby={describedBy(id, { help, error })}
                className={`${boxClass} ${className}`}
            />
        </Frame>
    );
}

export function TextArea({ label, help, error, className = '', ...rest }: FieldProps & ComponentProps<'textarea'>) {
    const id = useId();
    return (
        <Frame {...{ id, label, help, error }}>
            <textarea
                {...rest}
                id={id}
                aria-invalid={error !== undefined || undefined}
                aria-describedby={describedBy(id, { help, error })}
                className={`${boxClass} py-2 ${className}`}
            />
        </Frame>
    );
}

export function SelectField({ label, help, error, className = '', children, ...rest }: FieldProps & ComponentProps<'select'>) {
    const id = useId();
    return (
        <Frame {...{ id, label, help, error }}>
            <select
                {...rest}
                id={id}
                aria-invalid={error !== undefined || undefined}
                aria-describedby={describedBy(id, { help, error })}
                className={`${boxClass} ${className}`}
            >
                {children}
            </select>
        </Frame>
    );
}

/** Something secret, which can be shown while it is typed. */
export function SecretField({ className = '', ...rest }: FieldProps & ComponentProps<'input'>) {
    const [isShown, setShown] = useState(false);
    return (
        <div className="relative">
            <TextField
                {...rest}
                type={isShown ? 'text' : 'password'}
                autoComplete="off"
                spellCheck={false}
                className={`mono pr-16 ${className}`}
            />
            <button
                type="button"
                aria-pressed={isShown}
                aria-label={`Show ${rest.label}`}
                onClick={() => setShown(!isShown)}
                className="absolute top-7 right-0 min-h-9 rounded-control px-3 text-small font-semibold text-accent-text"
            >
                {isShown ? 'Hide' : 'Show'}
            </button>
        </div>
    );
}

export function CheckField({ label, help, children, ...rest }: { label: ReactNode; help?: ReactNode } & ComponentProps<'input'>) {
    const id = useId();
    return (
        <div className="flex items-start gap-3">
            <input
                {...rest}
                id={id}
                type="checkbox"
                aria-describedby={help === undefined ? undefined : `${id}-help`}
                className="mt-1 size-4 shrink-0 accent-accent"
            />
            <div className="min-w-0">
                <label htmlFor={id} className="[overflow-wrap:anywhere]">
                    {label}
                </label>
                {help !== undefined && (
                    <p id={`${id}-help`} className="text-small text-text-2 [overflow-wrap:anywhere]">
                        {help}
                    </p>
                )}
                {children}
            </div>
        </div>
    );
}
