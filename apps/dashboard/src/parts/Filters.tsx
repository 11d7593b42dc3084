import { useEffect, useRef, useState } from 'react';
import { Button } from './Button.tsx';

const box = 'min-h-9 max-w-full rounded-control border border-control bg-surface px-3';

interface FilterProps<Option extends { value: string; name: string }> {
    label: string;
    /** Of the choice that is no value. */
    defaultName: string;
    options: readonly Option[];
    value: string;
    onChange: (value: string) => void;
}

/** A filter with one of several values, or none. */
export function SelectFilter({ label, defaultName, options, value, onChange }: FilterProps<{ value: string; name: string }>) {
    return (
        // On a phone two of them fit in a row.
        <select
            aria-label={label}
            className={`${box} max-md:min-w-0 max-md:flex-[1_1_9rem]`}
            value={value}
            onChange={(event) => onChange(event.target.value)}
        >
            <option value="">{defaultName}</option>
            {options.map((option) => (
                <option key={option.value} value={option.value}>
                    {option.name}
                </option>
            ))}
        </select>
    );
}

interface Counted {
    value: string;
    name: string;
    /** undefined: not known yet. */
    count: number | undefined;
}

/** {@link SelectFilter}, whose values are all in sight, each with how many there are. */
export function ChipFilter({ label, defaultName, options, value, onChange }: FilterProps<Counted>) {
    return (
        <div role="group" aria-label={label} className="flex flex-wrap gap-1">
            {[{ value: '', name: defaultName, count: undefined }, ...options].map((option) => (
                <button
                    key={option.value}
                    type="button"
                    aria-pressed={option.value === value}
                    onClick={() => onChange(option.value)}
                    className="min-h-9 rounded-control border border-transparent px-3 font-semibold text-text-2 hover:bg-sunken aria-pressed:border-control aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
                >
                    {option.name}
                    {option.count !== undefined && (
                        <>
                            {' '}
                            <span className="ms-1 font-normal tabular-nums">{option.count.toLocaleString()}</span>
                        </>
                    )}
                </button>
            ))}
        </div>
    );
}

/** A filter that a link has set, and nothing else shows. */
export function FilterChip({ name, value, onRemove }: { name: string; value: string | undefined; onRemove: () => void }) {
    return (
        value !== undefined && (
            <Button onClick={onRemove} aria-label={`Remove the filter ${name} ${value}`}>
                {name} <code className="max-w-40 truncate">{value}</code> ×
            </Button>
        )
    );
}

/** Searches when the typing pauses. */
export function SearchBox({ value, placeholder, onChange }: { value: string; placeholder: string; onChange: (text: string) => void }) {
    const [text, setText] = useState(value);
    const [sent, setSent] = useState(value);
    const [seen, setSeen] = useState(value);
    const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
    useEffect(() => () => clearTimeout(timer.current), []);
    const send = (wanted: string) => {
        setSent(wanted);
        onChange(wanted);
    };
    if (value !== seen) {
        setSeen(value);
        // Changed by a link or by clearing the filters; what was typed since stays otherwise.
        if (value !== sent) {
            setText(value);
            setSent(value);
        }
    }
    return (
        <input
            type="search"
            aria-label="Search"
            placeholder={placeholder}
            value={text}
            onChange={({ target }) => {
                setText(target.value);
                clearTimeout(timer.current);
                timer.current = setTimeout(() => send(target.value), 250);
            }}
            // Later it would undo the click that has taken the focus away.
            onBlur={({ target }) => {
                clearTimeout(timer.current);
                if (target.value !== sent) send(target.value);
            }}
            className={`${box} min-w-56 flex-1`}
        />
    );
}
