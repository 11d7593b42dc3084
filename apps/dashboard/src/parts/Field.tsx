import { type ComponentProps, type ReactNode, useId } from 'react';

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

export function SelectField({ label, help, error, className = '', children, ...rest }: FieldProps & ComponentProps<'select'>) {
    const id = useId();
    return (
        <Frame {...{ id, label, help, error }}>
            <select {...rest} id={id} aria-describedby={describedBy(id, { help, error })} className={`${boxClass} ${className}`}>
                {children}
            </select>
        </Frame>
    );
}
